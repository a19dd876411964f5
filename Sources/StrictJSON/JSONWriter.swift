/// Writes a JSON value. The same calls always give the same bytes.
///
/// Keys are in the order of the calls. Doubles are written with the fewest digits that parse to the
/// same Double, whole ones without a point, and non-finite numbers as `null`. Non-ASCII text stays
/// UTF-8.
package struct JSONWriter: Sendable {
  package enum Layout: Hashable, Sendable {
    /// Everything on one line: `{"a":1, "b":[2,3]}`.
    case line
    /// Each member and element on its own line, indented by two spaces. Arrays of numbers stay on
    /// one line.
    case indented
  }

  private let layout: Layout
  /// The written text in UTF-8, without a final line break.
  package private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  package init(layout: Layout = .line) { self.layout = layout }
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package static func object(
    layout: Layout = .line, _ members: (inout JSONObjectWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout: layout)
    writer.object(members)
    return writer.text
  }

  package mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    nest("{", members, "}")
  }

  package mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    nest("[", elements, "]")
  }

  private mutating func nest<Inner: JSONInnerWriter>(
    _ opening: String, _ write: (inout Inner) -> Void, _ closing: String
  ) {
    put(opening)
    isFirst = true
    depth += 1
    // Swap instead of copying: a second owner of the buffer would cause a copy at every change.
    var inner = Inner(writer: JSONWriter(layout: layout))
    swap(&self, &inner.writer)
    write(&inner)
    swap(&self, &inner.writer)
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    put(closing)
  }

  package mutating func value(_ value: JSONScalar) {
    switch value {
    case .null: put("null")
    case .boolean(let flag): put(flag ? "true" : "false")
    case .integer(let number): put(String(number))
    case .number(let number): put(JSONWriter.literal(number))
    case .numbers(let numbers):
      put("[")
      for (index, number) in numbers.enumerated() {
        if index > 0 { put(layout == .line ? "," : ", ") }
        put(JSONWriter.literal(number))
      }
      put("]")
    case .string(let text): putString(text)
    }
  }

  /// Starts a member, or an array element if `key` is `nil`.
  mutating func start(_ key: String? = nil) {
    if !isFirst { put(key != nil && layout == .line ? ", " : ",") }
    isFirst = false
    breakLine()
    guard let key else { return }
    putString(key)
    put(layout == .line ? ":" : ": ")
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    put("\n" + String(repeating: "  ", count: depth))
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// The magnitude below which every whole Double is written as an integer.
  private static let largestInteger = 0x1p53

  /// Returns a number as JSON, with the fewest digits that parse to the same Double. Whole numbers
  /// have no point, and a negative zero is `0`.
  package static func literal(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number.magnitude < largestInteger && number == number.rounded()
      ? String(Int(number)) : number.description
  }

  /// Returns a text as a JSON string with quotes.
  package static func literal(_ text: String) -> String {
    var writer = JSONWriter()
    writer.putString(text)
    return writer.text
  }

  private mutating func putString(_ text: String) {
    put("\"")
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F
    }
    if isPlain { put(text) } else { putEscaped(text) }
    put("\"")
  }

  private mutating func putEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): put("\\\"")
      case UInt8(ascii: "\\"): put("\\\\")
      case 0x08: put("\\b")
      case 0x09: put("\\t")
      case 0x0A: put("\\n")
      case 0x0C: put("\\f")
      case 0x0D: put("\\r")
      case 0x00..<0x20, 0x7F: put("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }
}

/// A value that is written in one step. Literals convert implicitly.
package enum JSONScalar: Hashable, Sendable, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  /// An array of numbers, always on one line.
  case numbers([Double])
  case string(String)

  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .null }
}

private protocol JSONInnerWriter {
  var writer: JSONWriter { get set }
  init(writer: JSONWriter)
}

/// Writes the members of an object. A `nil` value is written as `null`.
package struct JSONObjectWriter: JSONInnerWriter, Sendable {
  var writer: JSONWriter

  package mutating func member(_ key: String, _ value: JSONScalar) {
    writer.start(key)
    writer.value(value)
  }

  package mutating func member(_ key: String, _ value: String?) {
    member(key, value.map(JSONScalar.string) ?? .null)
  }

  /// Writes a number, or `null` if it is `nil` or not finite.
  package mutating func member(_ key: String, _ value: Double?) {
    member(key, value.map(JSONScalar.number) ?? .null)
  }

  package mutating func member(_ key: String, _ value: Int?) {
    member(key, value.map(JSONScalar.integer) ?? .null)
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    member(key, value.map(JSONScalar.boolean) ?? .null)
  }

  package mutating func member(_ key: String, _ value: [Double]?) {
    member(key, value.map(JSONScalar.numbers) ?? .null)
  }

  package mutating func member(_ key: String, _ value: [String]) {
    array(key) { array in for text in value { array.element(.string(text)) } }
  }

  package mutating func object(_ key: String, _ members: (inout JSONObjectWriter) -> Void) {
    writer.start(key)
    writer.object(members)
  }

  package mutating func array(_ key: String, _ elements: (inout JSONArrayWriter) -> Void) {
    writer.start(key)
    writer.array(elements)
  }

  /// Writes an array with an object for each element.
  package mutating func objects<Element>(
    _ key: String, _ elements: some Sequence<Element>,
    _ write: (Element, inout JSONObjectWriter) -> Void
  ) {
    array(key) { array in
      for element in elements { array.object { write(element, &$0) } }
    }
  }
}

package struct JSONArrayWriter: JSONInnerWriter, Sendable {
  var writer: JSONWriter

  package mutating func element(_ value: JSONScalar) {
    writer.start()
    writer.value(value)
  }

  package mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    writer.start()
    writer.object(members)
  }

  package mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    writer.start()
    writer.array(elements)
  }
}
