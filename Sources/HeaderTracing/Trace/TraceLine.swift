import HeaderModel
package import PortableMath
import StrictJSON

extension TraceRecord {
  /// The record as one JSON object on one line, without a line break: keys in the order of the
  /// trace's schema, numbers in points with full precision, `null` for what is absent.
  public var jsonLine: String {
    JSONWriter.object { record in
      record.member("index", index)
      record.member("time", time)
      if isInteractive { record.member("event", event) }
      record.member("offset", state.offset)
      record.member("contentOffset", state.contentOffset)
      record.member("style", historical?.style.rawValue ?? name)
      if let historical { record.member("variant", historical.variant.rawValue) }
      record.member("phase", state.phase)
      if let historical { record.write(historical) }
      record.object("memory") { $0.write(state.memory) }
      record.object("memoryTargets") { $0.write(state.memoryTargets) }
      if isInteractive { record.object("inputs") { $0.write(state.inputs) } }
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
  var layersInDocumentOrder: [LayerState] { layers.sorted { $0.index < $1.index } }
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
    for field in layer.contentFields { member(field) }
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
