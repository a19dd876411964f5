package import PortableMath
package import Raster

/// A picture in straight alpha: colours are not multiplied by alpha, as PNG files store them.
///
/// The published metrics are defined on such pixels. Opaque pictures cost nothing to convert.
package struct StraightPicture: Hashable, Sendable {
  /// The picture's sides.
  package let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha, rows top to bottom without padding.
  package let bytes: [UInt8]

  /// Nil unless there are exactly 4 bytes a pixel.
  package init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// The picture with its colours as its file has them, else divided by their alpha.
  package init(_ pixmap: Pixmap) {
    size = pixmap.size
    bytes = pixmap.straight
  }

  /// Pixels.
  package var width: Int { size.width }
  /// Pixels.
  package var height: Int { size.height }
}
