/// Why a request was not carried out.
public struct HeaderKitError: Error, Hashable, Sendable {
  /// What sort of trouble it is; the command line's exit status.
  public enum Code: Int32, Hashable, Sendable, CaseIterable {
    /// The request contradicts itself.
    case usage = 64
    /// An input is malformed, truncated, too large or out of range.
    case badData = 65
    /// An input is missing or unreadable.
    case noInput = 66
    /// A defect of ours.
    case internalDefect = 70
    /// An output cannot be created.
    case cannotCreate = 73
    /// Writing failed.
    case writeFailed = 74
    /// Out of memory, or interrupted by a limit: try again.
    case tryAgain = 75
  }

  /// What sort of trouble it is.
  public let code: Code
  /// The file, the flag or the key path that is meant; may be empty.
  public let subject: String
  /// What is wrong: lower case, no final stop.
  public let reason: String
  /// What would be right; may be empty.
  public let hint: String

  /// An error with its words; `reason` and `hint` start lower case and have no final stop.
  public init(_ code: Code, subject: String = "", reason: String, hint: String = "") {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.hint = hint
  }
}

extension HeaderKitError: CustomStringConvertible {
  /// `subject: reason; hint`, one line, the parts that exist.
  public var description: String {
    let start = subject.isEmpty ? "" : "\(subject): "
    let end = hint.isEmpty ? "" : "; \(hint)"
    return HeaderKitError.onOneLine(start + reason + end)
  }

  /// Control characters as spaces, so that no file name breaks a line or a terminal.
  private static func onOneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }
}
