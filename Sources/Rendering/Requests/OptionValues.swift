import HeaderModel
import HeaderScene
import Scrolling

/// The values that a render option accepts, for schemas, completions and messages.
package enum OptionValues: Sendable {
  case flag, text, header, device, theme, constants, inputs, crop, color, curve, eventRate, frames
  case byteCount
  /// A file or folder. The payload is the placeholder in usage lines.
  case path(String)
  case integer(ClosedRange<Int>)
  /// A number. `ending` follows the range in messages.
  case number(ClosedRange<Double>, ending: String = "")
  /// An exact number, such as `30`, `29.97` or `30000/1001`.
  case fraction(ClosedRange<Double>, ending: String = "")
  case choice([String])
  /// One or more of the choices.
  case choices([String])

  /// The members of the JSON Schema, without the description.
  package var schema: String {
    switch self {
    case .flag: Self.types("boolean")
    case .text, .device, .crop, .color: Self.types("string")
    case .path, .curve: "\"$ref\": \"#/$defs/path\""
    case .header:
      "\"anyOf\": [{\"enum\": [\(Self.quoted(BuiltInHeader.all.map(\.name))), null]}"
        + ", {\"type\": \"string\", \"pattern\": \"[./]\"}]"
    case .theme: OptionValues.choice(SceneTheme.allCases.map(\.rawValue)).schema
    case .constants:
      Self.types("object") + ", \"additionalProperties\": {\"type\": \"number\"}"
    case .inputs:
      Self.types("object") + ", \"additionalProperties\": {\"type\": [\"number\", \"boolean\"]}"
    case .frames:
      Self.types("array")
        + ", \"items\": {\"type\": \"integer\", \"minimum\": 0}, \"minItems\": 2, \"maxItems\": 2"
    case .byteCount: Self.types("integer", "string") + ", \"minimum\": 1"
    case .integer: Self.types("integer") + bounds
    case .number: Self.types("number") + bounds
    case .fraction, .eventRate: Self.types("number", "string") + bounds
    case .choice(let names): "\"enum\": [\(Self.quoted(names)), null]"
    case .choices(let names):
      "\"anyOf\": [{\(OptionValues.choice(names).schema)}, {\"type\": \"array\", "
        + "\"maxItems\": \(names.count), \"items\": {\"enum\": [\(Self.quoted(names))]}}]"
    }
  }

  /// Returns a schema member such as `"type": ["number", "null"]`.
  private static func types(_ names: String...) -> String {
    "\"type\": [\(quoted(names + ["null"]))]"
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private var bounds: String {
    guard let range else { return "" }
    return ", \"minimum\": \(RequestRanges.text(range.lowerBound)), "
      + "\"maximum\": \(RequestRanges.text(range.upperBound))"
  }

  /// The range of numeric values, or `nil`.
  var range: ClosedRange<Double>? {
    switch self {
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .number(let range, _), .fraction(let range, _): range
    case .eventRate: RequestRanges.eventsPerSecond
    default: nil
    }
  }

  /// Values for completions. Empty if they cannot be listed.
  package var suggestions: [String] {
    switch self {
    case .header: BuiltInHeader.all.map(\.name)
    case .device: Device.known.map(\.name)
    case .theme: SceneTheme.allCases.map(\.rawValue) + ["light,dark"]
    case .curve: NamedCurve.allCases.map(\.rawValue)
    case .choice(let names), .choices(let names): names
    default: []
    }
  }

  /// The placeholder in usage lines, or `nil` for the option's name.
  package var placeholder: String? {
    switch self {
    case .header: "name-or-file"
    case .curve: "file-or-name"
    case .path(let name): name
    case .constants, .inputs: "name=value"
    case .crop: "part"
    case .color: "color"
    case .byteCount: "size"
    case .choices: "what"
    default: nil
    }
  }

  /// Whether a value is a list or an object in JSON, which a matrix does not accept.
  package var isStructured: Bool {
    switch self {
    case .constants, .inputs, .frames: true
    default: false
    }
  }

  /// Whether a value is a path, or a name instead of one.
  package var isPath: Bool {
    switch self {
    case .header, .curve, .path: true
    default: false
    }
  }

  /// A description of valid values for messages, or `nil` if all texts are valid.
  var expected: String? {
    switch self {
    case .flag, .text, .header, .device, .curve, .path: nil
    case .theme: "light, dark, black or, with --pack, light,dark"
    case .constants: "a name and a number, for example headerHeight=120"
    case .inputs: "a name and a value, for example page=0.5 or following=true"
    case .crop: "header, a layer's name, or x,y,w,h in points"
    case .color: DocumentColor.forms.replacing("\"", with: "")
    case .eventRate: "a number, \(RequestRanges.text(RequestRanges.eventsPerSecond)), or frame"
    case .frames: "a range such as 10-40"
    case .byteCount: "a size such as 4096, 800K or 3MB"
    case .integer(let range): "a whole number, \(RequestRanges.text(range))"
    case .number(let range, _): "a number, \(RequestRanges.text(range))"
    case .fraction(let range, _): "a number or fraction, \(RequestRanges.text(range))"
    case .choice(let names), .choices(let names): Self.list(names)
    }
  }

  /// Joins names for a message, such as `scale or fps`.
  private static func list(_ names: [String]) -> String {
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty ? names.joined() : "\(others) or \(names.last ?? "")"
  }
}
