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
