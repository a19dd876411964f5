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
      record.member("style", name)
      if let variant { record.member("variant", variant) }
      record.member("phase", state.phase)
      for field in fields { record.member(field) }
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

extension HeaderState {
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

  /// A field that the document defines.
  fileprivate mutating func member(_ field: TraceField) {
    switch field.value {
    case .null: member(field.name, JSONScalar.null)
    case .number(let number): member(field.name, number)
    case .count(let count): member(field.name, count)
    case .condition(let condition): member(field.name, condition)
    case .word(let word): member(field.name, word)
    case .rect(let rect): member(field.name, rect?.numbers)
    case .words(nil), .fields(_, isPresent: false): member(field.name, JSONScalar.null)
    case .words(let words?): member(field.name, words)
    case .fields(let fields, isPresent: true):
      object(field.name) { object in
        for field in fields { object.member(field) }
      }
    }
  }
}

extension PointRect {
  /// x, y, width, height.
  package var numbers: [Double] { [x, y, width, height] }
}
