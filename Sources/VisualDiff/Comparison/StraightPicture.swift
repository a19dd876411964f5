package import Numerics
package import Raster

/// A picture in straight alpha: colours are not multiplied by alpha, as PNG files store them.
///
/// The published metrics are defined on such pixels. Opaque pictures cost nothing to convert;
/// translucent ones lose hidden colour when they come from a premultiplied `Pixmap`, so a caller
/// that has the bytes of the file passes those.
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

  /// The picture with its colours divided by their alpha, to the nearest byte; transparent pixels
  /// become transparent black. Opaque pictures share the pixmap's storage.
  package init(_ pixmap: Pixmap) {
    size = pixmap.size
    bytes = isOpaque(pixmap.bytes) ? pixmap.bytes : divided(pixmap.bytes)
  }

  /// Pixels.
  package var width: Int { size.width }
  /// Pixels.
  package var height: Int { size.height }
}

private func divided(_ premultiplied: [UInt8]) -> [UInt8] {
  var bytes = premultiplied
  for start in stride(from: 0, to: bytes.count, by: 4) {
    let alpha = Int(bytes[start + 3])
    guard alpha < 255 else { continue }
    for index in start..<start + 3 {
      let value = Int(bytes[index])
      bytes[index] = alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
    }
  }
  return bytes
}
