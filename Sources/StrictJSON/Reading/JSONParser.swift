/// Reads a text into nodes, by RFC 8259 to the letter and two limits: no object may have a key
/// twice, and nesting has an end.
struct JSONParser {
  let bytes: [UInt8]
  let file: String?
  let firstLine: Int
  let deepestNesting: Int
  var nodes: [JSONNode] = []
  var at = 0

  static func parse(
    _ bytes: [UInt8], file: String?, firstLine: Int, deepestNesting: Int
  ) throws(JSONError) -> JSONDocument {
    var parser = JSONParser(
      bytes: bytes, file: file, firstLine: firstLine, deepestNesting: deepestNesting)
    try parser.parseDocument()
    return JSONDocument(bytes: bytes, nodes: parser.nodes, file: file, firstLine: firstLine)
  }

  private init(bytes: [UInt8], file: String?, firstLine: Int, deepestNesting: Int) {
    self.bytes = bytes
    self.file = file
    self.firstLine = firstLine
    self.deepestNesting = deepestNesting
  }

  // MARK: - Document

  private mutating func parseDocument() throws(JSONError) {
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

  /// Every value but the first stands behind one of `[ { , :`, so their number is enough room.
  private mutating func reserveNodes() {
    var separators = 1
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"):
        separators += 1
      default: continue
      }
    }
    nodes.reserveCapacity(min(separators, bytes.count / 2 + 1))
  }

  // MARK: - Values

  mutating func parseValue(depth: Int) throws(JSONError) {
    switch at < bytes.count ? bytes[at] : 0 {
    case UInt8(ascii: "{"): try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): try parseArray(depth: depth + 1)
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ form: JSONNode.Form
  ) throws(JSONError) {
    let end = at + word.utf8CodeUnitCount
    guard wordLength(from: at) == word.utf8CodeUnitCount,
      bytes[at..<end].elementsEqual(word.description.utf8)
    else { throw unexpected("a value") }
    nodes.append(JSONNode(form, start: at, end: end, after: nodes.count + 1))
    at = end
  }

  private mutating func parseArray(depth: Int) throws(JSONError) {
    let container = try open(.array, depth: depth)
    skipSpace()
    var count = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      close(container, count: 0)
      return
    }
    while true {
      skipSpace()
      try parseValue(depth: depth)
      count += 1
      if try separator(closing: UInt8(ascii: "]"), of: container) { break }
    }
    close(container, count: count)
  }

  private mutating func parseObject(depth: Int) throws(JSONError) {
    let container = try open(.object, depth: depth)
    skipSpace()
    var count = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
      close(container, count: 0)
      return
    }
    var keys = JSONKeySet(container: container)
    while true {
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw unexpected("a key in double quotes", inside: container)
      }
      let key = nodes.count
      try parseString()
      if let first = keys.insert(key, nodes: nodes, bytes: bytes) {
        let name = JSONText.quoted(JSONText.decoded(nodes[key], of: bytes))
        let line = JSONPosition(of: Int(nodes[first].start), in: bytes, firstLine: firstLine).line
        throw failure(
          at: Int(nodes[key].start), inside: key,
          "the key \(name) is there twice (first on line \(line)); remove one")
      }
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else {
        throw unexpected("a colon after the key")
      }
      at += 1
      skipSpace()
      try parseValue(depth: depth)
      count += 1
      if try separator(closing: UInt8(ascii: "}"), of: container) { break }
    }
    close(container, count: count)
  }

  private mutating func open(_ form: JSONNode.Form, depth: Int) throws(JSONError) -> Int {
    guard depth <= deepestNesting else {
      throw failure(at: at, "nested deeper than \(deepestNesting) levels")
    }
    nodes.append(JSONNode(form, start: at, end: 0, after: 0))
    at += 1
    return nodes.count - 1
  }

  private mutating func close(_ container: Int, count: Int) {
    at += 1
    nodes[container].end = UInt32(truncatingIfNeeded: at)
    nodes[container].after = UInt32(truncatingIfNeeded: nodes.count)
    nodes[container].count = count
  }

  /// Takes a comma, or stops before the closing bracket and returns true.
  private mutating func separator(
    closing: UInt8, of container: Int
  ) throws(JSONError) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else {
      if at < bytes.count, bytes[at] == closing { return true }
      let bracket = String(Unicode.Scalar(closing))
      throw unexpected("a comma or \(bracket)", inside: container)
    }
    let comma = at
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == closing {
      let bracket = String(Unicode.Scalar(closing))
      throw failure(at: comma, inside: container, "a comma before \(bracket); remove it")
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
}
