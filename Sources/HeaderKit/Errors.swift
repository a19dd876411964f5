public import Batch
public import CodecInterface
public import HeaderModel
public import PortableFoundation
public import StrictJSON

// Every error says the same to whoever asks Foundation for its words.

extension JSONError: LocalizedError {
  /// The same words as `description`.
  public var errorDescription: String? { description }
}

extension CodecError: LocalizedError {
  /// The same words as `description`.
  public var errorDescription: String? { description }
}

extension DocumentSettingError: LocalizedError {
  /// The same words as `description`.
  public var errorDescription: String? { description }
}

extension ManifestError: LocalizedError {
  /// The same words as `description`.
  public var errorDescription: String? { description }
}
