import PortableMath
import Raster

extension PixelSize {
  /// Returns the size multiplied by `factor`, rounded to pixels and at least `minSide` per side.
  /// `nil` if a side is 0.
  func scaled(by factor: Double, minSide: Int = 0) -> PixelSize? {
    func scaled(_ side: Int) -> Int { max(minSide, Int((Double(side) * factor).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

extension Pixmap {
  /// Returns the pixmap reduced by `factor` with an area filter. Returns it unchanged if `factor`
  /// is 1 or more.
  func reduced(by factor: Double) -> Pixmap {
    guard factor < 1, let size = size.scaled(by: factor) else { return self }
    return resized(to: size)
  }

  /// Returns the whole pixmap resized to `size` with an area filter.
  func resized(to size: PixelSize) -> Pixmap {
    resized(source: DeviceRect(self.size.bounds), to: size, filter: .area)
  }
}
