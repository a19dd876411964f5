import CodecInterface
import Files
import ImageCodecs
import Raster
import Rendering
import VisualDiff

extension ComparedSource {
  /// The file's bytes; nil for a folder.
  var bytes: [UInt8]? {
    if case .file(_, let bytes) = self { bytes } else { nil }
  }

  /// The picture with its colours as the file has them; nil where that is no different from the
  /// decoded pixmap or not known.
  func straightPicture(limits: RenderLimits) throws(HeaderKitError) -> StraightPicture? {
    guard case .file(let path, let bytes) = self else { return nil }
    do throws(CodecError) {
      let decoded = try StraightPNGDecoder.decode(bytes: bytes, limits: limits.decoding)
      return decoded.flatMap { StraightPicture(size: $0.size, bytes: $0.bytes) }
    } catch {
      throw HeaderKitError(error, subject: .file(path))
    }
  }
}
