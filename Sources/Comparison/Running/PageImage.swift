import CodecInterface
import Files
import ImageCodecs
import Raster
import Rendering

/// Pictures of a report as PNG data.
enum PageImage {
  /// Compressed quickly rather than well.
  static func encode(_ pixmap: Pixmap) throws(HeaderKitError) -> [UInt8] {
    do throws(CodecError) {
      return try PNGEncoder.encode(pixmap, options: try PNGOptions(level: 1))
    } catch {
      throw HeaderKitError(error, subject: .place("report"), writing: true)
    }
  }
}
