import CImageIO
package import CodecInterface
import PortableMath
package import Raster

/// Encodes a picture as a progressive JPEG.
package enum JPEGEncoder {
  /// The quality from which chroma is not subsampled, which keeps colored text sharp.
  static let fullChromaQuality = 90

  /// Encodes a picture, composited over white.
  ///
  /// - Throws: `.invalidOption` unless `quality` is in 1...100.
  package static func encode(_ pixmap: Pixmap, quality: Int) throws(CodecError) -> [UInt8] {
    try CodecError.check("quality", quality, in: 1...100)
    var opaque = pixmap
    if !pixmap.isOpaque {
      opaque = Pixmap(size: pixmap.size, fill: .white)
      opaque.draw(pixmap, x: 0, y: 0, opacity: 255, clip: pixmap.size.bounds)
    }
    var picture = twheader_jpeg_picture()
    picture.width = UInt32(truncatingIfNeeded: opaque.width)
    picture.height = UInt32(truncatingIfNeeded: opaque.height)
    picture.quality = Int32(truncatingIfNeeded: quality)
    picture.full_chroma = quality >= fullChromaQuality ? 1 : 0
    return try CodecError.bytes("JPEG", free: twheader_jpeg_free) { file, count, error in
      opaque.bytes.withUnsafeBufferPointer { pixels in
        picture.pixels = pixels.baseAddress
        return twheader_jpeg_write(&picture, file, count, error)
      }
    }
  }
}
