import PortableMath
import Raster

@testable import HeaderScene

/// An error for sizes that are too small.
struct NoSuchSize: Error {}

extension PixelSize {
  static func of(_ width: Int, _ height: Int) throws -> PixelSize {
    guard let size = PixelSize(width: width, height: height) else { throw NoSuchSize() }
    return size
  }
}

extension Pixmap {
  /// Returns the 0xRRGGBB color at a point.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let place = (y * width + x) * 4
    return UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
  }
}
