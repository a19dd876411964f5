package import Files
import ImageCodecs
package import Raster

/// Decodes pictures with errors in the kit's form.
package enum PictureFile {
  /// The upright picture in `bytes`; `subject` names them in errors.
  package static func decode(
    _ bytes: [UInt8], subject: String, limits: RenderLimits
  ) throws(HeaderKitError) -> Pixmap {
    do {
      return try ImageDecoder.decode(bytes: bytes, limits: limits.decoding).pixmap
    } catch {
      throw HeaderKitError(error, subject: InputFile.subject(subject))
    }
  }
}
