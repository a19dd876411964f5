/// Adds members to an object that is being written.
public struct JSONObjectWriter: Sendable {
  var writer: JSONWriter

  /// A member in one go.
  public mutating func member(_ key: String, _ value: JSONScalar) {
    writer.startMember(key)
    writer.value(value)
  }

  /// A string, `null` for nil.
  public mutating func member(_ key: String, _ value: String?) {
    member(key, value.map(JSONScalar.string) ?? .null)
  }

  /// A number, `null` for nil and for what is not finite.
  public mutating func member(_ key: String, _ value: Double?) {
    member(key, value.map(JSONScalar.number) ?? .null)
  }

  /// A whole number, `null` for nil.
  public mutating func member(_ key: String, _ value: Int?) {
    member(key, value.map(JSONScalar.integer) ?? .null)
  }

  /// `true` or `false`, `null` for nil.
  public mutating func member(_ key: String, _ value: Bool?) {
    member(key, value.map(JSONScalar.boolean) ?? .null)
  }

  /// An array of numbers on one line, `null` for nil.
  public mutating func member(_ key: String, _ value: [Double]?) {
    member(key, value.map(JSONScalar.numbers) ?? .null)
  }

  /// An array of strings.
  public mutating func member(_ key: String, _ value: [String]) {
    array(key) { array in
      for text in value { array.element(.string(text)) }
    }
  }

  /// A member that is an object.
  public mutating func object(_ key: String, _ members: (inout JSONObjectWriter) -> Void) {
    writer.startMember(key)
    writer.object(members)
  }

  /// A member that is an array.
  public mutating func array(_ key: String, _ elements: (inout JSONArrayWriter) -> Void) {
    writer.startMember(key)
    writer.array(elements)
  }
}
