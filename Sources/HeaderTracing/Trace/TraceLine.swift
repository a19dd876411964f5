import HeaderModel
package import PortableMath
import StrictJSON

extension TraceRecord {
  /// The record as one JSON object on one line, without a line break. Keys are in the order of the
  /// trace's schema. Numbers are in points with full precision. Absent values are `null`.
  public var jsonLine: String {
    JSONWriter.object { record in
      for field in start { record.member(field) }
      for (key, values) in [("memory", state.memory), ("memoryTargets", state.memoryTargets)] {
        record.member(TraceField(key, values))
      }
      if isInteractive { record.member(TraceField("inputs", state.inputs)) }
      record.object("layers") { layers in
        for layer in state.layersInDocumentOrder { layers.object(layer.id) { $0.write(layer) } }
      }
    }
  }

  /// The fields that lines and tables start with.
  var start: [TraceField] {
    var start = [TraceField("index", .count(index)), TraceField("time", .number(time))]
    if isInteractive { start.append(TraceField("event", .word(event))) }
    start += [
      TraceField("offset", .number(state.offset)),
      TraceField("contentOffset", .number(state.contentOffset)), TraceField("style", .word(name)),
    ]
    if let variant { start.append(TraceField("variant", .word(variant))) }
    return start + [TraceField("phase", .word(state.phase))] + fields
  }
}

extension TraceField {
  init(_ entry: RememberedValue, under prefix: String = "") {
    let value: Value =
      switch entry.value {
      case .number(let number): .number(number)
      case .boolean(let condition): .condition(condition)
      }
    self.init(prefix + entry.name, value)
  }

  fileprivate init(_ name: String, _ entries: [RememberedValue]) {
    self.init(name, .fields(entries.map { TraceField($0) }, isPresent: true))
  }
}

extension HeaderState {
  /// The layers in document order, regardless of painting order.
  var layersInDocumentOrder: [LayerState] { layers.sorted { $0.index < $1.index } }
}

extension LayerState {
  /// The appearance of the layer and the traced parts of its content: the visible part of a
  /// picture, and the traced properties of the layer's type.
  var shownFields: [TraceField] {
    var fields = [
      TraceField("opacity", .number(effectiveOpacity)), TraceField("z", .number(z)),
      TraceField("visible", .condition(visible)),
    ]
    if case .image(let image) = content {
      fields.append(TraceField("sourceCrop", .rect(image.sourceCrop)))
    }
    return fields + tracedFields
  }
}

extension JSONObjectWriter {
  fileprivate mutating func write(_ layer: LayerState) {
    member("frame", layer.frame.numbers)
    if layer.scaleX == layer.scaleY {
      member("scale", layer.scaleX)
    } else {
      member("scale", [layer.scaleX, layer.scaleY])
    }
    if layer.rotation != 0 { member("rotate", layer.rotation) }
    if layer.rotateX != 0 { member("rotateX", layer.rotateX) }
    if layer.rotateY != 0 { member("rotateY", layer.rotateY) }
    for field in layer.shownFields { member(field) }
  }

  fileprivate mutating func member(_ field: TraceField) {
    switch field.value {
    case .null: member(field.name, JSONScalar.null)
    case .number(let number): member(field.name, number)
    case .count(let count): member(field.name, count)
    case .condition(let condition): member(field.name, condition)
    case .word(let word): member(field.name, word)
    case .rect(let rect): member(field.name, rect?.numbers)
    case .keywords(nil), .fields(_, isPresent: false): member(field.name, JSONScalar.null)
    case .keywords(let keywords?): member(field.name, keywords)
    case .fields(let fields, isPresent: true):
      object(field.name) { object in for field in fields { object.member(field) } }
    }
  }
}

extension PointRect { package var numbers: [Double] { [x, y, width, height] } }
