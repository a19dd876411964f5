public import PortableFoundation

/// Why a request was not carried out.
public struct HeaderKitError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// What is meant.
  public enum Subject: Hashable, Sendable {
    /// The reason says it.
    case none
    /// A file or folder by its path, or "standard input".
    case file(String)
    /// A key path, a variable of the environment, a part of an input.
    case place(String)
    /// A property of the request.
    case property(RequestProperty)
  }

  /// What sort of trouble it is.
  public let code: Code
  /// What is meant.
  public let subject: Subject
  /// What is wrong: lower case, no final stop.
  public let reason: MessageText
  /// What would be right; may be empty.
  public let remedy: MessageText
  /// Options with which the same request would be carried out, in the words of the command line; empty
  /// where none is known to do.
  package private(set) var options: [OptionValue] = []

  package struct OptionValue: Hashable, Sendable {
    package let property: RequestProperty
    package let value: String

    package init(_ property: RequestProperty, _ value: String) {
      (self.property, self.value) = (property, value)
    }
  }

  /// An error with its words; `reason` and `remedy` start lower case and have no final stop.
  public init(
    _ code: Code, subject: Subject = .none, reason: MessageText, remedy: MessageText = ""
  ) {
    (self.code, self.subject, self.reason, self.remedy) = (code, subject, reason, remedy)
  }

  /// The same with options with which the request would be carried out.
  package func curedBy(_ options: [OptionValue]) -> HeaderKitError {
    var error = self
    error.options = options
    return error
  }

  /// `subject: reason; remedy`, the parts that exist.
  package var message: MessageText {
    let start: MessageText =
      switch subject {
      case .none, .file(""), .place(""): ""
      case .file(let name), .place(let name): "\(name): "
      case .property(let property): "\(property): "
      }
    return start + reason + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// One line, with a name for each property of the request that it speaks of.
  public func text(naming name: (RequestProperty) -> String) -> String {
    message.text(naming: name).onOneLine
  }

  /// The same with words for the properties that `name` knows; the others stay properties.
  public func naming(_ name: (RequestProperty) -> String?) -> HeaderKitError {
    var subject = subject
    if case .property(let property) = subject, let words = name(property) {
      subject = .place(words)
    }
    return HeaderKitError(
      code, subject: subject, reason: reason.naming(name), remedy: remedy.naming(name)
    ).curedBy(options)
  }

  /// `subject: reason; remedy`, one line, the parts that exist; properties by their names here.
  public var description: String { text(naming: \.rawValue) }

  /// What the system says of a file, in the kit's words: the same in every locale.
  package init(_ code: Code, _ systemError: Int32, of path: String) {
    let (reason, remedy) = HeaderKitError.words(for: systemError)
    let isFull = [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains(systemError)
    let isScarce = [EMFILE, ENFILE, ENOMEM].contains(systemError)
    self.init(
      isScarce ? .tryAgain : code == .cannotCreate && isFull ? .writeFailed : code,
      subject: .file(path), reason: reason, remedy: remedy)
  }

  private static func words(for systemError: Int32) -> (reason: MessageText, remedy: MessageText) {
    switch systemError {
    case ENOENT: ("no such file or folder", "check that its folder exists")
    case ENOTDIR: ("a part of the path is not a folder", "check the path")
    case EISDIR: ("is a folder", "name a file")
    case EACCES, EPERM: ("permission denied", "check the permissions of the file and its folder")
    case EROFS: ("is on a file system that cannot be written", "choose another folder")
    case ENAMETOOLONG: ("the name is too long", "choose a shorter one")
    case ELOOP: ("symbolic links lead round in a circle", "check where they lead")
    case ENOSPC, EDQUOT: ("no room is left on the disk", "make room, or choose another folder")
    case EFBIG: ("the file would be larger than is allowed", "raise the limit of file sizes")
    case EPIPE: ("the reader closed the pipe", "let it read to the end")
    case EMFILE, ENFILE: ("too many files are open", "raise the limit of open files")
    case ENOMEM: ("too little memory is left", "close other programs")
    case EIO: ("the device failed", "check the disk")
    default: ("the system refuses with error \(systemError)", "check the path and the disk")
    }
  }
}

extension String {
  /// Control characters as spaces, so that no file name breaks a line or a terminal.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }
}

extension HeaderKitError: LocalizedError {
  /// The same words as `description`.
  public var errorDescription: String? { description }
}

extension HeaderKitError {
  /// What a cancelled task says where only these errors are thrown.
  package static let interrupted = HeaderKitError(.tryAgain, reason: "was interrupted")

  /// A choice of frames, counted from 0, that goes beyond the `count` there are.
  package static func frames(
    _ range: ClosedRange<Int>, beyond count: Int, code: Code = .usage
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: .property(.frames),
      reason: "\(range.lowerBound)-\(range.upperBound) is not within 0-\(count - 1)",
      remedy: "frames are counted from 0")
  }
}
