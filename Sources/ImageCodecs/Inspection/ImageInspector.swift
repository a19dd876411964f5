import Raster

/// Says what is in a PNG, JPEG or GIF file without decoding its pixels.
public enum ImageInspector {
  /// Describes `bytes`, whose form is recognised by content.
  ///
  /// The file's structure is read to its end, so truncation is found; damage within packed pixels is
  /// not. Throws like the form's decoder, `.tooLarge` where the limits are exceeded.
  public static func inspect(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> ImageDescription {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    switch kind {
    case .png: return try ImageDescription(png: bytes, limits)
    case .jpeg: return try ImageDescription(jpeg: bytes, limits)
    case .gif: return try ImageDescription(gif: bytes, limits)
    }
  }
}
