/// What a JSON value is.
public enum JSONKind: Hashable, Sendable {
  case null
  case boolean
  case number
  case string
  case array
  case object

  /// With its article, for messages.
  public var name: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
