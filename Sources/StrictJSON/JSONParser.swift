/// Parses a text into nodes according to RFC 8259, with two restrictions: keys must be unique, and
/// the nesting depth is limited.
struct JSONParser {
  let bytes: [UInt8]
  let file: String?
  /// The number of the text's first line in the file, for errors.
  let firstLine: Int
  let deepestNesting: Int
  var nodes: [JSONNode] = []
  /// The offset of the next byte.
  var at = 0

  /// The document parsed so far.
  var document: JSONDocument {
    JSONDocument(bytes: bytes, nodes: nodes, file: file, firstLine: firstLine)
  }

  // MARK: - Document

  mutating func parseDocument() throws(JSONError) {
    guard bytes.count <= JSONNode.longestText else {
      throw failure(at: 0, "longer than \(JSONNode.longestText) bytes; split the file")
    }
    if let mark = JSONParser.byteOrderMark(of: bytes) { throw failure(at: 0, mark) }
    reserveNodes()
    skipSpace()
    guard at < bytes.count else { throw failure(at: at, "empty; a JSON value is expected") }
    try parseValue(depth: 0)
    skipSpace()
    guard at == bytes.count else {
      throw failure(at: at, inside: 0, "text after the end of the document; remove it")
    }
  }

  private static func byteOrderMark(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "starts with a byte order mark; save the file as UTF-8 without one"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return "is UTF-16 text; save the file as UTF-8"
    }
    return nil
  }

  /// Reserves memory for all nodes. Every value but the first follows one of `[ { , :`, so their
  /// count is an upper bound.
  private mutating func reserveNodes() {
    let separators = bytes.count {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") || $0 | 0x20 == UInt8(ascii: "{")
    }
    nodes.reserveCapacity(min(separators + 1, bytes.count / 2 + 1))
  }

  // MARK: - Values

  mutating func parseValue(depth: Int) throws(JSONError) {
    switch at < bytes.count ? bytes[at] : 0 {
    case UInt8(ascii: "{"): try parseContainer(.object, depth: depth + 1)
    case UInt8(ascii: "["): try parseContainer(.array, depth: depth + 1)
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    default: throw unexpectedValue()
    }
  }

  private mutating func parseWord(_ word: StaticString, _ form: JSONNode.Form) throws(JSONError) {
    let end = at + word.utf8CodeUnitCount
    guard wordLength(from: at) == word.utf8CodeUnitCount,
      bytes[at..<end].elementsEqual(word.description.utf8)
    else { throw unexpectedValue() }
    nodes.append(JSONNode(form, start: at, end: end, after: nodes.count + 1))
    at = end
  }

  private mutating func parseContainer(_ form: JSONNode.Form, depth: Int) throws(JSONError) {
    guard depth <= deepestNesting else {
      // Use the root as key path, because the real one would be very long.
      throw failure(at: at, inside: 0, "nested deeper than \(deepestNesting) levels")
    }
    let container = nodes.count
    let closing = UInt8(ascii: form == .object ? "}" : "]")
    nodes.append(JSONNode(form, start: at, end: 0, after: 0))
    at += 1
    skipSpace()
    var count = 0
    if at == bytes.count || bytes[at] != closing {
      var keys = JSONKeySet(container: container)
      repeat {
        skipSpace()
        if form == .object { try parseKey(&keys) }
        try parseValue(depth: depth)
        count += 1
      } while try !separator(closing: closing, of: container)
    }
    at += 1
    nodes[container].end = UInt32(truncatingIfNeeded: at)
    nodes[container].after = UInt32(truncatingIfNeeded: nodes.count)
    nodes[container].count = count
  }

  /// Parses a key, its colon and the space before the value.
  private mutating func parseKey(_ keys: inout JSONKeySet) throws(JSONError) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      throw unexpected("a key in double quotes", inside: keys.container)
    }
    let key = nodes.count
    try parseString()
    if let first = keys.insert(key, nodes: nodes, bytes: bytes) {
      let name = JSONText.quoted(JSONText.decoded(nodes[key], of: bytes))
      let line = document.position(of: Int(nodes[first].start)).line
      throw failure(
        at: Int(nodes[key].start), inside: key,
        "duplicate key \(name) (first on line \(line)); remove one")
    }
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else {
      throw unexpected("a colon after the key")
    }
    at += 1
    skipSpace()
  }

  /// Consumes a comma and returns false, or stops at the closing bracket and returns true.
  private mutating func separator(closing: UInt8, of container: Int) throws(JSONError) -> Bool {
    skipSpace()
    let bracket = Unicode.Scalar(closing)
    guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else {
      if at < bytes.count, bytes[at] == closing { return true }
      throw unexpected(", or \(bracket)", inside: container)
    }
    let comma = at
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == closing {
      throw failure(at: comma, inside: container, "an extra comma before \(bracket); remove it")
    }
    return false
  }

  @inline(__always)
  mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  // MARK: - Errors

  /// Returns an error. `index` is the node whose key path the error contains; `nil` uses the next
  /// value.
  func failure(at offset: Int, inside index: Int? = nil, _ message: String) -> JSONError {
    document.error(at: offset, inside: index ?? nodes.count, message)
  }

  /// Returns an error for text at the current position that differs from `expected`.
  func unexpected(_ expected: String, inside index: Int? = nil) -> JSONError {
    guard at < bytes.count else {
      return failure(at: at, inside: index, "the text ends where \(expected) is expected")
    }
    let remedy = bytes[at] == UInt8(ascii: "'") ? "; strings take double quotes" : ""
    return failure(
      at: at, inside: index,
      otherDialect ?? "found \(found) where \(expected) is expected\(remedy)")
  }

  /// Returns an error where a value is expected, with remedies for common mistakes.
  func unexpectedValue() -> JSONError {
    guard at < bytes.count else { return unexpected("a value") }
    switch bytes[at] {
    case UInt8(ascii: "+"): return failure(at: at, "a number takes no plus sign; remove it")
    case UInt8(ascii: "."):
      return failure(at: at, "a number needs a digit before the point; write 0 there")
    case UInt8(ascii: ","):
      return failure(at: at, "found a comma where a value is expected; remove it")
    default: break
    }
    let word = found
    switch word.lowercased() {
    case "nan", "infinity", "inf", "undefined":
      return failure(at: at, "\(word) is not JSON; write a number or null")
    case "true", "false", "null":
      return failure(at: at, "\(word) is not JSON; write \(word.lowercased())")
    case "none": return failure(at: at, "\(word) is not JSON; write null")
    default: return unexpected("a value")
    }
  }

  /// A message for syntax of other dialects at the current position, or `nil` if it is something
  /// else.
  private var otherDialect: String? {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch bytes[at] {
    case UInt8(ascii: "/") where next == UInt8(ascii: "/") || next == UInt8(ascii: "*"),
      UInt8(ascii: "#"):
      return "a comment is not JSON; remove it"
    case 0x80...0xFF where utf8Length(at) == nil: return "invalid UTF-8; save the file as UTF-8"
    default: return nil
    }
  }

  /// The word or character at the current position, for messages.
  private var found: String {
    let length = wordLength(from: at)
    if length > 0 { return String(decoding: bytes[at..<at + min(length, 40)], as: UTF8.self) }
    switch bytes[at] {
    case UInt8(ascii: ","): return "a comma"
    case 0x00..<0x20, 0x7F: return "a control character"
    case 0x80...0xFF: return JSONText.quoted(character)
    default: return character
    }
  }

  private var character: String {
    let rest = bytes[at..<min(bytes.count, at + 4)]
    return String(String(decoding: rest, as: UTF8.self).unicodeScalars.prefix(1))
  }

  /// Returns the number of letters, digits, `_` and `$` from `start` on.
  func wordLength(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end].isWordPart || bytes[end] == UInt8(ascii: "$") { end += 1 }
    return end - start
  }
}
