/// A parsed text: its bytes, its name and its nodes. Shared by all `JSONValue`s of the text.
public final class JSONDocument: Sendable {
  /// The name the text was read under, for messages.
  public let file: String?
  /// The line number of the first line, 1 but for a line taken out of a longer text.
  public let firstLine: Int
  let bytes: [UInt8]
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode], file: String?, firstLine: Int) {
    self.bytes = bytes
    self.nodes = nodes
    self.file = file
    self.firstLine = firstLine
  }

  /// The whole text as a value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  func error(at offset: Int, inside index: Int, _ message: String) -> JSONError {
    let position = JSONPosition(of: offset, in: bytes, firstLine: firstLine)
    return JSONError(
      file: file, line: position.line, column: position.column,
      keyPath: JSONKeyPath(to: index, in: nodes, of: bytes).text, message: message)
  }
}

extension JSONPosition {
  /// Counted when asked, so that a text without errors costs nothing.
  init(of offset: Int, in bytes: [UInt8], firstLine: Int) {
    var line = firstLine
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        line += 1
        column = 1
      case UInt8(ascii: "\r"):
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next != UInt8(ascii: "\n") {
          line += 1
          column = 1
        }
      case 0x80...0xBF: continue
      default: column += 1
      }
    }
    self.init(line: line, column: column)
  }
}
