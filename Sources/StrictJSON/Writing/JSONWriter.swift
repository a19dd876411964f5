/// Writes one JSON value; the same calls always give the same bytes.
///
/// Keys keep the order of the calls. Doubles are printed with the fewest digits that read back as
/// the same Double; a negative zero as `0.0`, what is not finite as `null`. Text that is not
/// ASCII stays UTF-8.
public struct JSONWriter: Sendable {
  /// How much space the text takes.
  public enum Layout: Hashable, Sendable {
    /// Everything on one line: `{"a":1, "b":[2,3]}`.
    case line
    /// Members and elements on lines of their own, indented by two spaces; arrays of numbers stay
    /// on one line.
    case indented
  }

  private let layout: Layout
  /// The text so far, UTF-8 without a line break at the end.
  public private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  /// Starts with an empty text.
  public init(layout: Layout = .line) {
    self.layout = layout
  }

  /// The text so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// One object as a text.
  public static func object(
    layout: Layout = .line, _ members: (inout JSONObjectWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout: layout)
    writer.object(members)
    return writer.text
  }

  /// An object whose members `members` adds.
  public mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    put("{")
    isFirst = true
    depth += 1
    var object = JSONObjectWriter(writer: self)
    bytes = []
    members(&object)
    self = object.writer
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    put("}")
  }

  /// An array whose elements `elements` adds.
  public mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    put("[")
    isFirst = true
    depth += 1
    var array = JSONArrayWriter(writer: self)
    bytes = []
    elements(&array)
    self = array.writer
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    put("]")
  }

  /// A scalar or an array of numbers.
  public mutating func value(_ value: JSONScalar) {
    switch value {
    case .null: put("null")
    case .boolean(let flag): put(flag ? "true" : "false")
    case .integer(let number): put(String(number))
    case .number(let number): put(JSONWriter.literal(number))
    case .numbers(let numbers):
      put("[")
      put(numbers.map(JSONWriter.literal).joined(separator: layout == .line ? "," : ", "))
      put("]")
    case .string(let text): putString(text)
    }
  }

  mutating func startMember(_ key: String) {
    if !isFirst { put(layout == .line ? ", " : ",") }
    isFirst = false
    breakLine()
    putString(key)
    put(layout == .line ? ":" : ": ")
  }

  mutating func startElement() {
    if !isFirst { put(",") }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    put("\n" + String(repeating: "  ", count: depth))
  }

  private mutating func put(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// A number as JSON, shortest and exact.
  public static func literal(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    return (number == 0 ? 0 : number).description
  }

  /// A text as a JSON string, with its quotes.
  public static func literal(_ text: String) -> String {
    var writer = JSONWriter()
    writer.putString(text)
    return writer.text
  }

  private mutating func putString(_ text: String) {
    put("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): put("\\\"")
      case UInt8(ascii: "\\"): put("\\\\")
      case 0x08: put("\\b")
      case 0x09: put("\\t")
      case 0x0A: put("\\n")
      case 0x0C: put("\\f")
      case 0x0D: put("\\r")
      case 0x00..<0x20, 0x7F:
        put("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    put("\"")
  }
}
