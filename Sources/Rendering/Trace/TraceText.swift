import HeaderModel
package import Numerics
import StrictJSON

extension TraceRecord {
  /// The record as one JSON object on one line, without a line break: keys in the order of the
  /// trace's schema, numbers in points with full precision, `null` for what is absent.
  public var jsonLine: String {
    JSONWriter.object { record in
      record.member("index", index)
      record.member("time", time)
      record.member("offset", state.offset)
      record.member("contentOffset", state.contentOffset)
      record.member("style", historical?.style.rawValue ?? name)
      if let historical { record.member("variant", historical.variant.rawValue) }
      record.member("phase", state.phase)
      if let historical { record.write(historical) }
      record.object("memory") { $0.write(state.memory) }
      record.object("memoryTargets") { $0.write(state.memoryTargets) }
      record.object("layers") { layers in
        for layer in state.layersInDocumentOrder {
          layers.object(layer.id) { $0.write(layer) }
        }
      }
    }
  }
}

extension DocumentState {
  /// Whatever is painted above what.
  fileprivate var layersInDocumentOrder: [LayerState] { layers.sorted { $0.index < $1.index } }
}

extension JSONObjectWriter {
  /// What a header remembers.
  fileprivate mutating func write(_ memory: [RememberedValue]) {
    for entry in memory {
      switch entry.value {
      case .number(let number): member(entry.name, number)
      case .boolean(let condition): member(entry.name, .boolean(condition))
      }
    }
  }

  /// A layer: where it stands, and what of its content follows the offset.
  fileprivate mutating func write(_ layer: LayerState) {
    member("frame", layer.frame.numbers)
    if layer.scaleX == layer.scaleY {
      member("scale", layer.scaleX)
    } else {
      member("scale", [layer.scaleX, layer.scaleY])
    }
    if layer.rotation != 0 { member("rotate", layer.rotation) }
    member("opacity", layer.effectiveOpacity)
    member("z", layer.z)
    member("visible", .boolean(layer.visible))
    switch layer.content {
    case .image(let image):
      member("sourceCrop", image.sourceCrop?.numbers)
      switch image.blur {
      case .gaussian(let radius): object("blur") { $0.member("radius", radius) }
      case .crossfade(_, _, let amount): object("blur") { $0.member("amount", amount) }
      case .ladder(let step, _, _, _, _): object("blur") { $0.member("step", step) }
      case nil: break
      }
    case .text(let text): member("pointSize", text.pointSize)
    case .activityIndicator(let indicator): member("progress", indicator.progress)
    case .list(let list): member("count", list.count)
    default: break
    }
  }

  /// The older fields of the four historical headers.
  fileprivate mutating func write(_ old: HeaderState) {
    object("header") { header in
      header.member("rect", old.header.rect.numbers)
      header.member("bottom", old.header.bottom)
      header.member("sourceCrop", old.header.sourceCrop?.numbers)
    }
    object("blur") { blur in
      let parts = BlurParts(old.blur)
      blur.member("kind", parts.kind)
      blur.member("alpha", parts.alpha)
      blur.member("step", parts.step)
      blur.member("radius", parts.radius)
    }
    object("avatar") { avatar in
      avatar.member("rect", old.avatar.rect.numbers)
      avatar.member("cornerRadius", old.avatar.cornerRadius)
      avatar.member("borderWidth", old.avatar.borderWidth)
      avatar.member("aboveHeader", old.avatar.aboveHeader)
    }
    optionalObject("title", old.title) { title, value in
      title.member("rect", value.rect.numbers)
      title.member("clip", value.clip.numbers)
      title.member("shift", value.shift)
      title.member("visible", value.visible)
    }
    optionalObject("subtitle", old.subtitle) { subtitle, value in
      subtitle.member("rect", value.rect.numbers)
      subtitle.member("visible", value.visible)
    }
    optionalObject("name", old.name) { name, value in
      name.member("rect", value.rect.numbers)
      name.member("pointSize", value.pointSize)
    }
    optionalObject("handle", old.handle) { handle, value in
      handle.member("rect", value.rect.numbers)
    }
    optionalObject("follow", old.follow) { follow, value in
      follow.member("rect", value.numbers)
    }
    optionalObject("sectionHeader", old.sectionHeader) { section, value in
      section.member("rect", value.rect.numbers)
      section.member("stuck", value.stuck)
    }
    optionalObject("rows", old.rows) { rows, value in
      rows.member("firstTop", value.firstTop)
      rows.member("pitch", value.pitch)
      rows.member("count", value.count)
    }
    member("paintOrder", old.paintOrder.map(\.rawValue))
  }

  /// An object made of a value, `null` without one.
  fileprivate mutating func optionalObject<Value>(
    _ key: String, _ value: Value?, _ members: (inout JSONObjectWriter, Value) -> Void
  ) {
    guard let value else {
      member(key, JSONScalar.null)
      return
    }
    object(key) { members(&$0, value) }
  }
}

extension PointRect {
  /// x, y, width, height.
  package var numbers: [Double] { [x, y, width, height] }
}

/// A trace as comma-separated values: a line of column names, then a line for each record, with the
/// names and numbers of the JSON lines; absent things are empty.
package struct TraceTable: Sendable {
  private let columns: [Column]

  /// The columns of a header's records, of which this is one.
  package init(_ record: TraceRecord) {
    columns =
      (record.historical == nil ? TraceTable.start : TraceTable.historicalColumns)
      + TraceTable.memory(record) + TraceTable.layers(record)
  }

  /// All lines, without line breaks.
  package static func lines(_ trace: HeaderTrace) -> some Sequence<String> {
    var records = trace
    let table = records.next().map(TraceTable.init)
    return [table.map { [$0.header] } ?? [], trace.map { table?.line($0) ?? "" }].joined()
  }

  /// The column names, without a line break.
  package var header: String { columns.map(\.name).joined(separator: ",") }

  /// One record, without a line break.
  package func line(_ record: TraceRecord) -> String {
    columns.map { $0.field(record) ?? "" }.joined(separator: ",")
  }

  private struct Column: Sendable {
    var name: String
    var field: @Sendable (TraceRecord) -> String?
  }

  private static let start: [Column] = [
    whole("index") { $0.index },
    number("time") { $0.time },
    number("offset") { $0.state.offset },
    number("contentOffset") { $0.state.contentOffset },
    Column(name: "style") { $0.historical?.style.rawValue ?? $0.name },
    Column(name: "phase") { $0.state.phase },
  ]

  private static func memory(_ record: TraceRecord) -> [Column] {
    record.state.memory.indices.flatMap { place in
      let name = record.state.memory[place].name
      return [
        Column(name: "memory.\(name)") { text($0.state.memory[place].value) },
        Column(name: "memoryTargets.\(name)") { text($0.state.memoryTargets[place].value) },
      ]
    }
  }

  private static func text(_ value: RememberedValue.Value) -> String {
    switch value {
    case .number(let number): JSONWriter.literal(number)
    case .boolean(let condition): condition ? "true" : "false"
    }
  }

  private static func layers(_ record: TraceRecord) -> [Column] {
    record.state.layersInDocumentOrder.flatMap { layer in
      let (name, index) = ("layers.\(layer.id)", layer.index)
      @Sendable func own(_ record: TraceRecord) -> LayerState? {
        record.state.layers.first { $0.index == index }
      }
      return rect("\(name).frame") { own($0)?.frame } + [
        number("\(name).scaleX") { own($0)?.scaleX },
        number("\(name).scaleY") { own($0)?.scaleY },
        number("\(name).rotate") { own($0)?.rotation },
        number("\(name).opacity") { own($0)?.effectiveOpacity },
        number("\(name).z") { own($0)?.z },
        flag("\(name).visible") { own($0)?.visible },
      ]
    }
  }

  private static let historicalColumns: [Column] =
    [
      whole("index") { $0.index },
      number("time") { $0.time },
      number("offset") { $0.state.offset },
      number("contentOffset") { $0.state.contentOffset },
      Column(name: "style") { $0.historical?.style.rawValue },
      Column(name: "variant") { $0.historical?.variant.rawValue },
      Column(name: "phase") { $0.historical?.phase.rawValue },
    ]
    + rect("header.rect") { $0.historical?.header.rect }
    + [number("header.bottom") { $0.historical?.header.bottom }]
    + rect("header.sourceCrop") { $0.historical?.header.sourceCrop }
    + [
      Column(name: "blur.kind") { ($0.historical?.blur).map(BlurParts.init)?.kind },
      number("blur.alpha") { ($0.historical?.blur).map(BlurParts.init)?.alpha },
      whole("blur.step") { ($0.historical?.blur).map(BlurParts.init)?.step },
      number("blur.radius") { ($0.historical?.blur).map(BlurParts.init)?.radius },
    ]
    + rect("avatar.rect") { $0.historical?.avatar.rect }
    + [
      number("avatar.cornerRadius") { $0.historical?.avatar.cornerRadius },
      number("avatar.borderWidth") { $0.historical?.avatar.borderWidth },
      flag("avatar.aboveHeader") { $0.historical?.avatar.aboveHeader },
    ]
    + rect("title.rect") { $0.historical?.title?.rect }
    + rect("title.clip") { $0.historical?.title?.clip }
    + [
      number("title.shift") { $0.historical?.title?.shift },
      flag("title.visible") { $0.historical?.title?.visible },
    ]
    + rect("subtitle.rect") { $0.historical?.subtitle?.rect }
    + [flag("subtitle.visible") { $0.historical?.subtitle?.visible }]
    + rect("name.rect") { $0.historical?.name?.rect }
    + [number("name.pointSize") { $0.historical?.name?.pointSize }]
    + rect("handle.rect") { $0.historical?.handle?.rect }
    + rect("follow.rect") { $0.historical?.follow }
    + rect("sectionHeader.rect") { $0.historical?.sectionHeader?.rect }
    + [
      flag("sectionHeader.stuck") { $0.historical?.sectionHeader?.stuck },
      number("rows.firstTop") { $0.historical?.rows?.firstTop },
      number("rows.pitch") { $0.historical?.rows?.pitch },
      whole("rows.count") { $0.historical?.rows?.count },
      Column(name: "paintOrder") {
        $0.historical?.paintOrder.map(\.rawValue).joined(separator: " ")
      },
    ]

  private static func number(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Double?
  ) -> Column {
    Column(name: name) { value($0).map(JSONWriter.literal) }
  }

  private static func whole(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Int?
  ) -> Column {
    Column(name: name) { value($0).map { String($0) } }
  }

  private static func flag(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Bool?
  ) -> Column {
    Column(name: name) { value($0).map { $0 ? "true" : "false" } }
  }

  private static func rect(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> PointRect?
  ) -> [Column] {
    [
      number("\(name).x") { value($0)?.x },
      number("\(name).y") { value($0)?.y },
      number("\(name).width") { value($0)?.width },
      number("\(name).height") { value($0)?.height },
    ]
  }
}
