import HeaderModel
import PortableMath
import StrictJSON

/// One thing that a trace tells of a layer's content: the same in JSON lines and in tables.
struct ContentField {
  enum Value {
    case whole(Int)
    /// `null` and an empty field where there is none; likewise the rectangle's.
    case number(Double?)
    case rect(PointRect?)
  }

  /// `sourceCrop`, `blur.radius`: a point leads into an object.
  let name: String
  let value: Value

  /// Written as in JSON, in a table's columns: names after the field's own, and texts.
  var columns: [(suffix: String, text: String?)] {
    switch value {
    case .number(let number): [("", number.map(JSONWriter.literal))]
    case .whole(let number): [("", String(number))]
    case .rect(let rect):
      zip(
        ["x", "y", "width", "height"],
        rect.map { $0.numbers.map(Optional.some) } ?? [nil, nil, nil, nil]
      )
      .map { side, number in (".\(side)", number.map(JSONWriter.literal)) }
    }
  }
}

extension LayerState {
  /// What of the layer's content follows the offset: of a picture the part that is shown, and what
  /// the table of properties says is traced.
  var contentFields: [ContentField] {
    var fields: [ContentField] = []
    if case .image(let image) = content {
      fields.append(ContentField(name: "sourceCrop", value: .rect(image.sourceCrop)))
    }
    for (path, isWhole, value) in tracedValues {
      let whole = isWhole ? value.map { ContentField.Value.whole(Int($0)) } : nil
      fields.append(ContentField(name: path, value: whole ?? .number(value)))
    }
    return fields
  }
}

extension JSONObjectWriter {
  mutating func member(_ field: ContentField) {
    let parts = field.name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 1 else {
      object(parts[0]) { $0.member(ContentField(name: parts[1], value: field.value)) }
      return
    }
    switch field.value {
    case .number(let number): member(field.name, number)
    case .whole(let number): member(field.name, number)
    case .rect(let rect): member(field.name, rect?.numbers)
    }
  }
}
