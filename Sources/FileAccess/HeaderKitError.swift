public import PortableFoundation

/// The error of a request that could not be completed.
public struct HeaderKitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error. The raw value is the exit status of the command line.
  public enum Code: Int32, Hashable, Sendable, CaseIterable {
    /// The request is contradictory or has an invalid option.
    case usage = 64
    /// An input is malformed, truncated, too large or out of range.
    case badData = 65
    /// An input is missing or unreadable.
    case noInput = 66
    /// A defect of this library.
    case internalDefect = 70
    /// An output cannot be created.
    case cannotCreate = 73
    /// Writing failed.
    case writeFailed = 74
    /// A temporary condition, such as a lack of memory or an interruption. The request may succeed
    /// later.
    case tryAgain = 75
  }

  /// The subject of the error.
  public enum Subject: Hashable, Sendable {
    /// No subject. The reason names it.
    case none
    /// A file or folder by its path, or "standard input".
    case file(String)
    /// A key path, an environment variable, or a part of an input.
    case location(String)
    /// A property of the request.
    case property(RequestProperty)
  }

  /// The kind of the error.
  public let code: Code
  /// The subject of the error.
  public let subject: Subject
  /// The problem, in lower case without a period.
  public let reason: MessageText
  /// A suggestion for fixing the problem. May be empty.
  public let remedy: MessageText
  /// Options with which the same request would succeed, as on the command line. Empty if none are
  /// known.
  package private(set) var options: [OptionValue] = []

  /// The other errors of the same file, in the order of its text. Empty for most errors.
  public internal(set) var others: [HeaderKitError] = []

  package struct OptionValue: Hashable, Sendable {
    package let property: RequestProperty
    package let value: String

    package init(_ property: RequestProperty, _ value: String) {
      self.property = property
      self.value = value
    }
  }

  /// Creates an error. `reason` and `remedy` start in lower case and have no period.
  public init(
    _ code: Code, subject: Subject = .none, reason: MessageText, remedy: MessageText = ""
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  /// Returns the error with options with which the request would succeed.
  package func withOptions(_ options: [OptionValue]) -> HeaderKitError {
    var error = self
    error.options = options
    return error
  }

  /// Returns the error with other errors of the same file.
  package func withOthers(_ others: [HeaderKitError]) -> HeaderKitError {
    var error = self
    error.others = others
    return error
  }

  /// The message `subject: reason; remedy`, without the parts that are empty.
  package var message: MessageText {
    let start: MessageText =
      switch subject {
      case .none, .file(""), .location(""): ""
      case .file(let name), .location(let name): "\(name): "
      case .property(let property): "\(property): "
      }
    return start + reason + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// Returns the message on one line, with a name for each property of the request.
  public func text(naming name: (RequestProperty) -> String) -> String {
    message.text(naming: name).onOneLine
  }

  /// Returns the messages of the error and the others, one line each.
  package func lines(naming name: (RequestProperty) -> String) -> [String] {
    ([self] + others).map { $0.text(naming: name) }
  }

  /// Returns the error with properties replaced by names. A property for which `name` returns `nil`
  /// is unchanged.
  public func naming(_ name: (RequestProperty) -> String?) -> HeaderKitError {
    var subject = subject
    if case .property(let property) = subject, let text = name(property) {
      subject = .location(text)
    }
    return HeaderKitError(
      code, subject: subject, reason: reason.naming(name), remedy: remedy.naming(name)
    ).withOptions(options).withOthers(others.map { $0.naming(name) })
  }

  /// The message `subject: reason; remedy` on one line, without the parts that are empty.
  /// Properties have their names in this library.
  public var description: String { text(naming: \.rawValue) }

  /// Creates an error from a system error about a file, with texts that do not depend on the
  /// locale.
  package init(_ code: Code, _ systemError: Int32, of path: String) {
    let (reason, remedy) = HeaderKitError.explanation(of: systemError)
    let isFull = [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains(systemError)
    let isScarce = [EMFILE, ENFILE, ENOMEM].contains(systemError)
    self.init(
      isScarce ? .tryAgain : code == .cannotCreate && isFull ? .writeFailed : code,
      subject: .file(path), reason: reason, remedy: remedy)
  }

  private static func explanation(of systemError: Int32) -> (
    reason: MessageText, remedy: MessageText
  ) {
    switch systemError {
    case ENOENT: ("no such file or folder", "check that its folder exists")
    case ENOTDIR: ("a part of the path is not a folder", "check the path")
    case EISDIR: ("is a folder", "name a file")
    case EACCES, EPERM: ("permission denied", "check the permissions of the file and its folder")
    case EROFS: ("is on a read-only file system", "choose another folder")
    case ENAMETOOLONG: ("the name is too long", "choose a shorter one")
    case ELOOP: ("symbolic links form a loop", "check their targets")
    case ENOSPC, EDQUOT:
      ("no space is left on the disk", "free some space, or choose another folder")
    case EFBIG: ("the file would exceed the limit of file sizes", "raise the limit of file sizes")
    case EPIPE: ("the reader closed the pipe", "keep it open until the output ends")
    case EMFILE, ENFILE: ("too many files are open", "raise the limit of open files")
    case ENOMEM: ("too little memory is left", "close other programs")
    case EIO: ("the device failed", "check the disk")
    default: ("the system reports error \(systemError)", "check the path and the disk")
    }
  }
}

extension String {
  /// The string with control characters replaced by spaces, so that a file name cannot break a line
  /// or affect a terminal.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }
}

extension HeaderKitError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension HeaderKitError {
  /// The error of a cancelled task, for functions that only throw `HeaderKitError`.
  package static let interrupted = HeaderKitError(.tryAgain, reason: "was interrupted")

  /// Returns the error for a range of frames that exceeds the `count` frames of an animation.
  /// Frames are counted from 0.
  package static func frames(
    _ range: ClosedRange<Int>, beyond count: Int, code: Code = .usage
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: .property(.frames),
      reason: "\(range.lowerBound)-\(range.upperBound) is not within 0-\(count - 1)",
      remedy: "frames are counted from 0")
  }
}
