/// Adds elements to an array that is being written.
public struct JSONArrayWriter: Sendable {
  var writer: JSONWriter

  /// An element in one go.
  public mutating func element(_ value: JSONScalar) {
    writer.startElement()
    writer.value(value)
  }

  /// An element that is an object.
  public mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    writer.startElement()
    writer.object(members)
  }

  /// An element that is an array.
  public mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    writer.startElement()
    writer.array(elements)
  }
}
