public import Batch
public import CodecInterface
public import HeaderModel
public import PortableFoundation
public import StrictJSON

// Conformances that make `localizedDescription` return the error's own message.

extension JSONError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension CodecError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension DocumentSettingError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension ManifestError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
