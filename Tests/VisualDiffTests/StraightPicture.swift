import PortableMath
import Raster

@testable import VisualDiff

/// A picture with straight alpha, as in PNG files.
struct StraightPicture: Hashable {
  let size: PixelSize
  /// `size.area * 4` RGBA bytes in row-major order from the top, without padding.
  let bytes: [UInt8]

  /// Creates a picture. Returns `nil` unless there are exactly 4 bytes per pixel.
  init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// Creates a picture with the colors of the file, or else with colors divided by alpha.
  init(_ pixmap: Pixmap) {
    size = pixmap.size
    bytes = pixmap.straight
  }

  var width: Int { size.width }
  var height: Int { size.height }
}

extension ImageComparison {
  func difference(_ first: StraightPicture, _ second: StraightPicture) -> ImageDifference {
    measure(Side(first), Side(second), at: .zero, drawsMap: false).difference
  }

  func map(_ first: StraightPicture, _ second: StraightPicture) -> DifferenceMap {
    measure(Side(first), Side(second), at: .zero, drawsMap: true).map
  }
}

extension ImageComparison.Side {
  fileprivate init(_ picture: StraightPicture) {
    self.init(size: picture.size, bytes: picture.bytes)
  }
}
