package import PortableMath

/// How a banner picture is brought to a master of twice its resting device resolution.
///
/// One master serves every frame: at rest it is halved exactly (the mean of 2 x 2), pulled down or
/// moved by a fraction it is sampled bilinearly between there and full size, so that sharpness does
/// not jump when the header starts to move.
package struct BannerGeometry: Hashable, Sendable {
  /// Master pixels per banner pixel.
  package let scale: Double
  /// The part of the banner, in its pixels, that the master shows.
  package let source: DeviceRect
  /// Even sides, so that centred crops fall on whole pixels.
  package let masterSize: PixelSize

  /// - Parameters:
  ///   - banner: size of the picture in pixels.
  ///   - visible: what the header at rest covers, in device pixels.
  ///   - heights: the heights, in device pixels, between which the header shows another part of the
  ///     picture, always as wide as `visible`; just `visible`'s own where the part is always the
  ///     same.
  ///   - position: where the visible part stands in the picture, 0...1 across and down.
  package init(
    banner: PixelSize, visible: PixelSize, heights: ClosedRange<Int>,
    position: (x: Double, y: Double) = (0.5, 0.5)
  ) {
    let shownWidth = Double(visible.width)
    func fill(_ height: Int) -> (factor: Double, width: Double, height: Double) {
      let factor = max(shownWidth / Double(banner.width), Double(height) / Double(banner.height))
      return (factor, shownWidth / factor, Double(height) / factor)
    }
    let rest = fill(visible.height)
    // The lowest header shows most of the picture's width, the highest most of its height.
    let low = fill(min(visible.height, heights.lowerBound))
    let high = fill(max(visible.height, heights.upperBound))
    let factor = 2 * rest.factor
    scale = factor
    func even(_ length: Double) -> Int { max(2, Int(length * factor + 0x1p-20) & ~1) }
    let width = even(max(rest.width, low.width))
    let height = even(max(rest.height, high.height))
    masterSize = PixelSize(width: width, height: height) ?? banner
    let shown = (width: Double(width) / scale, height: Double(height) / scale)
    source = DeviceRect(
      x: (Double(banner.width) - shown.width) * position.x,
      y: (Double(banner.height) - shown.height) * position.y,
      width: shown.width, height: shown.height)
  }

  /// Whether the master shows all of a crop in banner pixels; up to two of its own pixels may be
  /// missing at the edges.
  package func holds(_ crop: PointRect) -> Bool {
    let slack = 2 / scale
    return crop.x >= source.x - slack && crop.y >= source.y - slack
      && crop.maxX <= source.maxX + slack && crop.maxY <= source.maxY + slack
  }

  /// A crop in banner pixels as master pixels, on a grid of 1/256.
  package func master(_ crop: PointRect) -> DeviceRect {
    func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    return DeviceRect(
      x: snapped((crop.x - source.x) * scale), y: snapped((crop.y - source.y) * scale),
      width: snapped(crop.width * scale), height: snapped(crop.height * scale))
  }
}
