/// One value of a parsed text: it knows where it stands and is read with checks that name that
/// place. A handle of two words; the text and its nodes are shared.
package struct JSONValue: Sendable {
  package let document: JSONDocument
  let index: Int

  /// Reads a whole text strictly: RFC 8259 in UTF-8, nothing but one value.
  ///
  /// Refused besides what is not JSON: a byte order mark, an object with a key twice, nesting
  /// deeper than `deepestNesting`, numbers beyond Double, halves of surrogate pairs, invalid UTF-8, texts over
  /// 512 MiB. `file` is the name used in messages; `firstLine` the number of the first line, for a
  /// line taken out of a longer text. Time and memory: linear, 16 bytes a value beside the text.
  package static func parse(
    _ bytes: [UInt8], file: String? = nil, firstLine: Int = 1, deepestNesting: Int = 64
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(
      bytes: bytes, file: file, firstLine: firstLine, deepestNesting: deepestNesting)
    try parser.parseDocument()
    return JSONValue(document: parser.document, index: 0)
  }

  var node: JSONNode { document.nodes[index] }

  package var kind: JSONKind {
    switch node.form {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .plainString, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }

  package var isNull: Bool { node.form == .null }

  package var position: JSONPosition { document.position(of: Int(node.start)) }

  /// The way from the root to the value: `keyframes[3].time`; empty for the root.
  package var keyPath: String { document.keyPath(to: index) }

  /// How messages quote the value, at most 40 characters: numbers and words as they are written,
  /// strings in quotes without control characters, arrays and objects by their kind.
  package var literal: String {
    switch node.form {
    case .null, .true, .false, .number:
      let bytes = document.bytes[Int(node.start)..<Int(node.end)]
      return String(decoding: bytes.prefix(40), as: UTF8.self) + (bytes.count > 40 ? "…" : "")
    case .plainString, .escapedString: return JSONText.quoted(text)
    case .array, .object: return kind.rawValue
    }
  }

  /// The text of the value as it is written, its lines after the first moved as if the first were
  /// indented by so many spaces.
  package func source(indentedBy spaces: Int) -> String {
    let bytes = document.bytes
    var line = Int(node.start)
    while line > 0, bytes[line - 1] != UInt8(ascii: "\n") { line -= 1 }
    let indent = bytes[line..<Int(node.start)].prefix { $0 == UInt8(ascii: " ") }.count
    let text = String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return lines.map { place, line in
      guard place > 0 else { return String(line) }
      let own = line.prefix { $0 == " " }.count
      return String(repeating: " ", count: max(0, own - indent + spaces)) + line.dropFirst(own)
    }.joined(separator: "\n")
  }

  /// An error at this value: place and key path come from it, `message` says what is wrong.
  package func error(_ message: String) -> JSONError {
    document.error(at: Int(node.start), inside: index, message)
  }

  func mismatch(_ expected: String) -> JSONError { error("expected \(expected), found \(literal)") }
  var text: String { JSONText.decoded(node, of: document.bytes) }
}

/// A parsed text: its bytes, its name and its nodes. Shared by all `JSONValue`s of the text.
package final class JSONDocument: Sendable {
  /// The name the text was read under, for messages.
  package let file: String?
  /// The line number of the first line, 1 but for a line taken out of a longer text.
  package let firstLine: Int
  let bytes: [UInt8]
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode], file: String?, firstLine: Int) {
    self.bytes = bytes
    self.nodes = nodes
    self.file = file
    self.firstLine = firstLine
  }

  func error(at offset: Int, inside index: Int, _ message: String) -> JSONError {
    let position = position(of: offset)
    return JSONError(
      file: file, line: position.line, column: position.column,
      keyPath: keyPath(to: index), message: message)
  }

  /// The way from the root to the node `target`, as people write it: `keyframes[3].time`,
  /// `styles["my style"]`; while a document is being read (containers still open), `nodes.count` is
  /// the value expected next.
  func keyPath(to target: Int) -> String {
    var path = ""
    var container = 0
    while container < target {
      let isObject = nodes[container].form == .object
      var child = container + 1
      var number = 0
      while true {
        let value = isObject ? child + 1 : child
        guard value <= target, value < nodes.count, !nodes[value].isOpen,
          Int(nodes[value].after) <= target
        else { break }
        child = Int(nodes[value].after)
        number += 1
      }
      guard isObject else {
        path += "[\(number)]"
        container = child
        continue
      }
      guard child < nodes.count else { break }
      let key = JSONText.decoded(nodes[child], of: bytes)
      if JSONText.isPlain(key) {
        path += path.isEmpty ? key : ".\(key)"
      } else {
        path += "[\(JSONText.quoted(key))]"
      }
      container = child + 1
    }
    return path
  }

  /// Counted when asked, so that a text without errors costs nothing.
  func position(of offset: Int) -> JSONPosition {
    var line = firstLine
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      switch bytes[index] {
      // Of CR LF the second ends the line.
      case UInt8(ascii: "\r") where bytes[index...].dropFirst().first == UInt8(ascii: "\n"):
        continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
      case 0x80...0xBF: continue
      default: column += 1
      }
    }
    return JSONPosition(line: line, column: column)
  }
}

/// What a JSON value is, with its article, for messages.
package enum JSONKind: String, Sendable {
  case null
  case boolean = "true or false"
  case number = "a number"
  case string = "a string"
  case array = "an array"
  case object = "an object"
}
