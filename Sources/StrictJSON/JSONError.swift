/// What is wrong with a JSON text, and where: `swipe.json:7:13: keyframes[3].time: ...`.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name the text was read under; nil for a text without a name.
  public var file: String?
  /// Counts from 1.
  public var line: Int
  /// Unicode scalars from the start of the line, from 1.
  public var column: Int
  /// `keyframes[3].time`; empty for the whole document.
  public var keyPath: String
  /// Lower case, one line: what is wrong and what would be right.
  public var message: String
  /// Whether it is more than the reader was asked to take, which may be asked to take more.
  package var exceedsLimit = false

  /// `message` starts lower case and has no line break.
  public init(file: String?, line: Int, column: Int, keyPath: String, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.keyPath = keyPath
    self.message = message
  }

  /// Key path and message, without the place.
  public var reason: String { keyPath.isEmpty ? message : "\(keyPath): \(message)" }

  /// `file:line:column: key path: message`, the parts that exist.
  public var description: String {
    let place = "\(line):\(column): \(reason)"
    guard let file else { return place }
    return "\(file):\(place)"
  }
}

/// A place in a text: both count from 1.
package struct JSONPosition: Hashable, Sendable {
  /// Lines end with LF, CR or CR LF.
  package let line: Int
  /// Unicode scalars from the start of the line.
  package let column: Int
}

/// The way from the root to a node, as people write it: `keyframes[3].time`, `styles["my style"]`.
struct JSONKeyPath {
  private(set) var text = ""

  init() {}

  /// The path to the node `target`; while a document is being read (containers still open),
  /// `nodes.count` is the value expected next.
  init(to target: Int, in nodes: [JSONNode], of bytes: [UInt8]) {
    var container = 0
    while container < target {
      let isObject = nodes[container].form == .object
      var child = container + 1
      var number = 0
      descent: while true {
        let value = isObject ? child + 1 : child
        if value > target || value >= nodes.count || nodes[value].isOpen
          || Int(nodes[value].after) > target
        {
          break descent
        }
        child = Int(nodes[value].after)
        number += 1
      }
      if isObject {
        guard child < nodes.count else { return }
        append(key: JSONText.decoded(nodes[child], of: bytes))
        if target <= child + 1 { return }
        container = child + 1
      } else {
        append(element: number)
        container = child
      }
    }
  }

  mutating func append(element: Int) { text += "[\(element)]" }

  mutating func append(key: String) {
    if JSONKeyPath.isPlain(key) {
      text += text.isEmpty ? key : ".\(key)"
    } else {
      text += "[\(JSONText.quoted(key))]"
    }
  }

  /// Names that need no quotes: letters, digits, `_` and `-`, not starting with a digit.
  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, key.utf8.count <= 64, first != UInt8(ascii: "-"),
      !first.isDigit
    else { return false }
    return key.utf8.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: "-") }
  }
}
