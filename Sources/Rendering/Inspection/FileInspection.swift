public import Files
public import ImageCodecs

/// What is in a picture file, as text and as JSON.
public struct FileInspection: Sendable {
  /// As given.
  public let path: String
  /// What was found.
  public let description: ImageDescription

  /// Reads a file, or standard input for `-`.
  public init(_ path: String, limits: RenderLimits = RenderLimits()) throws(HeaderKitError) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    self.path = path
    do {
      description = try ImageInspector.inspect(bytes: bytes, limits: limits.decoding)
    } catch {
      throw HeaderKitError(error, subject: InputFile.subject(path))
    }
  }
}
