import HeaderModel
import PortableMath
import StrictJSON

/// A trace as comma-separated values: a line of column names, then a line for each record, with the
/// names and numbers of the JSON lines; absent things are empty.
package struct TraceTable: Sendable {
  private let columns: [Column]

  /// The columns of a header's records, of which this is one.
  package init(_ record: TraceRecord) {
    columns =
      TraceTable.start(record) + TraceTable.memory(record) + TraceTable.inputs(record)
      + TraceTable.layers(record)
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

  private static func start(_ record: TraceRecord) -> [Column] {
    var columns = record.historical == nil ? plainColumns : historicalColumns
    if record.isInteractive { columns.insert(Column(name: "event") { $0.event }, at: 2) }
    return columns
  }

  private static func inputs(_ record: TraceRecord) -> [Column] {
    guard record.isInteractive else { return [] }
    return record.state.inputs.indices.map { place in
      Column(name: "inputs.\(record.state.inputs[place].name)") {
        text($0.state.inputs[place].value)
      }
    }
  }

  private static let plainColumns: [Column] = [
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
      let standing = [
        number("\(name).scaleX") { own($0)?.scaleX },
        number("\(name).scaleY") { own($0)?.scaleY },
        number("\(name).rotate") { own($0)?.rotation },
        number("\(name).opacity") { own($0)?.effectiveOpacity },
        number("\(name).z") { own($0)?.z },
        flag("\(name).visible") { own($0)?.visible },
      ]
      let content = layer.contentFields.flatMap { field in
        field.columns.indices.map { place in
          Column(name: "\(name).\(field.name)\(field.columns[place].suffix)") { record in
            own(record)?.contentFields.first { $0.name == field.name }?.columns[place].text
          }
        }
      }
      return rect("\(name).frame") { own($0)?.frame } + standing + content
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
