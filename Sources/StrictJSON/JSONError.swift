/// An error in a JSON text with its position, for example `swipe.json:7:13: keyframes[3].time:
/// ...`.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file name for messages, or `nil` if the text has none.
  public var file: String?
  /// The line number, counted from 1.
  public var line: Int
  /// The column in Unicode scalars, counted from 1.
  public var column: Int
  /// The key path, for example `keyframes[3].time`. Empty for the whole document.
  public var keyPath: String
  /// The problem and its remedy. One line, in lower case.
  public var message: String
  /// The errors after this one in the same text, in text order. Empty if there are none or reading
  /// stopped at this error.
  public internal(set) var others: [JSONError] = []
  /// Whether the text exceeds a limit that the caller can raise.
  package var exceedsLimit = false
  /// Whether the error follows from another error, such as a name whose declaration is invalid.
  package var isDependent = false

  /// Creates an error. `message` must be a single line in lower case.
  public init(file: String?, line: Int, column: Int, keyPath: String, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.keyPath = keyPath
    self.message = message
  }

  /// The key path and message, without file and position.
  public var reason: String { keyPath.isEmpty ? message : "\(keyPath): \(message)" }

  /// `file:line:column: key path: message`, without the parts that are empty.
  public var description: String {
    let location = "\(line):\(column): \(reason)"
    guard let file else { return location }
    return "\(file):\(location)"
  }
}

/// A position in a text. Line and column count from 1.
package struct JSONPosition: Hashable, Sendable {
  /// The line number. Lines end with LF, CR or CR LF.
  package let line: Int
  /// The column in Unicode scalars.
  package let column: Int
}
