/// Why bytes could not be read as a picture, or a picture not written as bytes.
public struct CodecError: Error, Hashable, Sendable {
  /// What sort of trouble it is; decides the exit status.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The bytes are of no form that is read here.
    case unrecognised
    /// The bytes break the rules of their form, or a checksum is wrong.
    case malformed
    /// The bytes end too early.
    case truncated
    /// A limit that the caller set is exceeded.
    case tooLarge
    /// A lawful variant that is not read or written here.
    case unsupported
    /// A frame handed to an encoder does not fit the animation.
    case invalidFrame
    /// An option handed to an encoder is out of range, or cannot be kept.
    case invalidOption
    /// The writing library failed.
    case writeFailed
    /// There was not enough memory.
    case outOfMemory
  }

  /// What sort of trouble it is.
  public let kind: Kind
  /// What was found, and what was allowed or needed; starts lower case, without a final stop.
  public let message: String
  /// What would be right; may be empty.
  public let hint: String

  /// The limit that is exceeded, where one is.
  public let limit: DecodeLimits.Limit?

  /// An error with its words; see `message` and `hint` for their form.
  public init(kind: Kind, message: String, hint: String = "") {
    self.kind = kind
    self.message = message
    self.hint = hint
    limit = nil
  }

  /// `.tooLarge`, with the hint to raise the limit.
  init(beyond limit: DecodeLimits.Limit, message: String) {
    kind = .tooLarge
    self.message = message
    hint = "raise the limit with \(limit.rawValue)"
    self.limit = limit
  }
}

extension CodecError: CustomStringConvertible {
  /// The message, then the hint after a semicolon.
  public var description: String { hint.isEmpty ? message : "\(message); \(hint)" }
}
