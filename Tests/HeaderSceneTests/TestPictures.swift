import PortableMath
import Raster

@testable import HeaderScene

/// The error for a width or height below 1.
struct NoSuchSize: Error {}

extension PixelSize {
  static func of(_ width: Int, _ height: Int) throws -> PixelSize {
    guard let size = PixelSize(width: width, height: height) else { throw NoSuchSize() }
    return size
  }
}

extension Pixmap {
  /// Returns the color of a pixel as 0xRRGGBB.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let index = (y * width + x) * 4
    return UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
  }
}
