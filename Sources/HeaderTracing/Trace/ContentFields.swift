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
  /// What of the layer's content follows the offset.
  var contentFields: [ContentField] {
    switch content {
    case .image(let image):
      [ContentField(name: "sourceCrop", value: .rect(image.sourceCrop))]
        + (image.blur.map { [ContentField($0)] } ?? [])
    case .text(let text): [ContentField(name: "pointSize", value: .number(text.pointSize))]
    case .activityIndicator(let indicator):
      [ContentField(name: "progress", value: .number(indicator.progress))]
    case .list(let list): [ContentField(name: "count", value: .whole(list.count))]
    default: []
    }
  }
}

extension ContentField {
  fileprivate init(_ blur: ImageBlur) {
    switch blur {
    case .gaussian(let radius): self.init(name: "blur.radius", value: .number(radius))
    case .crossfade(_, _, let amount): self.init(name: "blur.amount", value: .number(amount))
    case .ladder(let step, _, _, _, _): self.init(name: "blur.step", value: .whole(step))
    }
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
