/// A value of a parsed text. Its methods check types and ranges, and their errors contain the
/// value's position. A value is a handle of two words; the text and its nodes are shared.
package struct JSONValue: Sendable {
  package let document: JSONDocument
  let index: Int

  /// Parses a whole text strictly as RFC 8259 in UTF-8. It must contain exactly one value.
  ///
  /// In addition to invalid JSON, rejects byte order marks, duplicate keys, numbers too large for a
  /// Double, unpaired surrogates, invalid UTF-8 and texts over 512 MiB. Time and memory are linear:
  /// 16 bytes per value in addition to the text.
  ///
  /// - Parameters:
  ///   - file: The file name for messages.
  ///   - firstLine: The number of the first line, for a line taken from a longer text.
  ///   - deepestNesting: The maximum nesting depth.
  /// - Throws: `JSONError` with the position of the first problem.
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

  /// The key path from the root to the value, for example `keyframes[3].time`. Empty for the root.
  package var keyPath: String { document.keyPath(to: index) }

  /// The value as quoted in messages, at most 40 characters long. Numbers and words as written,
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

  /// Returns the value's text. Lines after the first are indented as if the first were indented by
  /// `spaces`.
  package func source(indentedBy spaces: Int) -> String {
    let bytes = document.bytes
    var line = Int(node.start)
    while line > 0, bytes[line - 1] != UInt8(ascii: "\n") { line -= 1 }
    let indent = bytes[line..<Int(node.start)].prefix { $0 == UInt8(ascii: " ") }.count
    let text = String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return lines.map { index, line in
      guard index > 0 else { return String(line) }
      let lineIndent = line.prefix { $0 == " " }.count
      return String(repeating: " ", count: max(0, lineIndent - indent + spaces))
        + line.dropFirst(lineIndent)
    }.joined(separator: "\n")
  }

  /// Returns an error at this value's position and key path.
  package func error(_ message: String) -> JSONError {
    document.error(at: Int(node.start), inside: index, message)
  }

  /// An error that follows from an error in another part of the text, and is not reported beside it.
  package var dependentError: JSONError {
    var error = error("depends on an invalid part of the document; correct that part")
    error.isDependent = true
    return error
  }

  func mismatch(_ expected: String) -> JSONError { error("expected \(expected), found \(literal)") }
  var text: String { JSONText.decoded(node, of: document.bytes) }
}

/// A parsed text: its bytes, its name and its nodes. Shared by all `JSONValue`s of the text.
package final class JSONDocument: Sendable {
  /// The file name for messages, or `nil` if the text has none.
  package let file: String?
  /// The number of the first line. 1 unless the text is a line of a longer text.
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

  /// Returns the key path from the root to node `target`, for example `keyframes[3].time` or
  /// `styles["my style"]`. While a document is being parsed, `nodes.count` is the index of the
  /// next value.
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

  /// Returns the position of a byte. Counts from the start of the text, so that only errors pay for
  /// it.
  func position(of offset: Int) -> JSONPosition {
    var line = firstLine
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      switch bytes[index] {
      // In CR LF, only the LF ends the line.
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

/// The type of a JSON value. The raw value is its name with article, for messages.
package enum JSONKind: String, Sendable {
  case null
  case boolean = "true or false"
  case number = "a number"
  case string = "a string"
  case array = "an array"
  case object = "an object"
}
