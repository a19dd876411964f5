import PortableMath
import Raster

@testable import VisualDiff

/// A picture in straight alpha: colors are not multiplied by alpha, as PNG files store them.
struct StraightPicture: Hashable {
  let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha, rows top to bottom without padding.
  let bytes: [UInt8]

  /// Nil unless there are exactly 4 bytes a pixel.
  init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// The picture with its colors as its file has them, else divided by their alpha.
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
