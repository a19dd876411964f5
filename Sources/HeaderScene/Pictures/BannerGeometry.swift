package import HeaderModel
package import Raster

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
  ///   - fills: largest height the header reaches with the same picture scale is not bounded here:
  ///     the whole picture is kept.
  package init(banner: PixelSize, visible: PixelSize) {
    let rest = max(
      Double(visible.width) / Double(banner.width), Double(visible.height) / Double(banner.height))
    scale = 2 * rest
    func even(_ length: Int) -> Int { max(2, Int(Double(length) * 2 * rest + 0x1p-20) & ~1) }
    let width = even(banner.width)
    let height = even(banner.height)
    masterSize = PixelSize(width: width, height: height) ?? banner
    let shown = (width: Double(width) / scale, height: Double(height) / scale)
    source = DeviceRect(
      x: (Double(banner.width) - shown.width) / 2, y: (Double(banner.height) - shown.height) / 2,
      width: shown.width, height: shown.height)
  }

  /// A crop in banner pixels as master pixels, on a grid of 1/256.
  package func master(_ crop: PointRect) -> DeviceRect {
    func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    return DeviceRect(
      x: snapped((crop.x - source.x) * scale), y: snapped((crop.y - source.y) * scale),
      width: snapped(crop.width * scale), height: snapped(crop.height * scale))
  }
}
