import PortableMath
import Raster

@testable import HeaderScene

/// A picture cannot be that small.
struct NoSuchSize: Error {}

extension PixelSize {
  static func of(_ width: Int, _ height: Int) throws -> PixelSize {
    guard let size = PixelSize(width: width, height: height) else { throw NoSuchSize() }
    return size
  }
}

extension Pixmap {
  /// 0xRRGGBB at a place.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let place = (y * width + x) * 4
    return UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
  }
}
