public import Raster

/// A picture whose colours are not multiplied with their alpha, as PNG files store them.
///
/// The published metrics are defined on such pixels. Opaque pictures cost nothing to convert;
/// translucent ones lose hidden colour when they come from a premultiplied `Pixmap`, so a caller
/// that has the file's own bytes hands those over.
public struct StraightPicture: Hashable, Sendable {
  /// The picture's sides.
  public let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha, rows top to bottom without padding.
  public let bytes: [UInt8]

  /// Nil unless there are exactly 4 bytes a pixel.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// The picture with its colours divided by their alpha, to the nearest byte; transparent pixels
  /// become transparent black. Opaque pictures share the pixmap's storage.
  public init(_ pixmap: Pixmap) {
    size = pixmap.size
    bytes = pixmap.bytes.withUnsafeBytes(isOpaque) ? pixmap.bytes : divided(pixmap.bytes)
  }

  /// Pixels.
  public var width: Int { size.width }
  /// Pixels.
  public var height: Int { size.height }
}

/// Whether every fourth byte is 255.
private func isOpaque(_ bytes: UnsafeRawBufferPointer) -> Bool {
  let words = bytes.bindMemory(to: UInt32.self)
  var all = UInt32.max
  for word in words { all &= word }
  return UInt32(littleEndian: all) >> 24 == 255
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
