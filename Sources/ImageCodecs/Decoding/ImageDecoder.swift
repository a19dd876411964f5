package import CodecInterface
import GIF
package import Raster

/// Reads one picture out of the bytes of a PNG, JPEG, GIF or WebP file.
///
/// What is damaged or cut off is refused, unless no pixel can depend on it: then the picture comes
/// with a warning. Gamma and colour profiles are ignored: samples are taken for sRGB. Of an animation
/// the first frame is read.
package enum ImageDecoder {
  /// Decodes `bytes`, whose format is recognised by content.
  ///
  /// Throws `.tooLarge` before any pixel memory is asked for, and what the format's decoder throws.
  /// Cost: one pass over the pixels; peak memory is that of the pixmap, twice that for a PNG with
  /// alpha and for a JPEG with an orientation, four times that for a PNG with 16 bits a sample.
  package static func decode(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> DecodedImage {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    let (pixmap, warnings) =
      switch kind {
      case .png: (try PNGDecoder.decode(bytes, limits: limits), PNGChunk.damagedChunks(of: bytes))
      case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
      case .gif: try GIFReader.firstFrame(bytes, limits: limits)
      case .webp: (try WebPReader.firstFrame(bytes, limits: limits), [])
      }
    return DecodedImage(pixmap: pixmap, kind: kind, warnings: warnings)
  }
}

/// A picture as it was read: upright, sRGB-encoded, premultiplied.
package struct DecodedImage: Hashable, Sendable {
  package let pixmap: Pixmap
  package let kind: ImageKind
  /// What is wrong with the file though no pixel depends on it; one line each.
  package let warnings: [String]
}
