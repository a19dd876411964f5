package import PortableMath

/// How what lies behind a layer is changed before the layer is painted.
package struct BackdropBlur: Hashable, Sendable {
  /// Standard deviation of the blur, in device pixels.
  package var sigma: Double
  /// 1: unchanged.
  package var saturation: Double
  /// Laid over the blurred backdrop.
  package var tint: Color

  package init(sigma: Double, saturation: Double, tint: Color) {
    self.sigma = sigma
    self.saturation = saturation
    self.tint = tint
  }
}

extension Pixmap {
  // Nothing changes outside of `clip`, whole pixels.

  /// Blurs, saturates and tints what lies under a mask. What surrounds the mask wells in, as far as
  /// the canvas reaches.
  package mutating func filterBackdrop(
    _ filter: BackdropBlur, through mask: PlacedMask, clip: PixelRect
  ) {
    let area = mask.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let reach = Int((3 * filter.sigma).rounded(.up))
    // Eight whole pixels at a time, so that a halved backdrop keeps its grid while the layer moves.
    func down(_ value: Int) -> Int { value & ~7 }
    let (left, top) = (down(max(0, area.x - reach)), down(max(0, area.y - reach)))
    let seen = PixelRect(
      x: left, y: top, width: down(area.maxX + reach + 7) - left,
      height: down(area.maxY + reach + 7) - top
    ).intersection(size.bounds)
    guard let behind = cropped(to: seen) else { return }
    let blurred = behind.gaussianBlurred(sigma: filter.sigma).saturated(filter.saturation)
    guard let areaSize = PixelSize(width: area.width, height: area.height) else { return }
    let across = Double(blurred.width) / Double(seen.width)
    let along = Double(blurred.height) / Double(seen.height)
    let source = DeviceRect(
      x: Double(area.x - seen.x) * across, y: Double(area.y - seen.y) * along,
      width: Double(area.width) * across, height: Double(area.height) * along)
    var filtered = blurred.resized(source: source, to: areaSize, filter: .bilinear)
    filtered.fill(DeviceRect(areaSize.bounds), with: filter.tint, clip: areaSize.bounds)
    draw(filtered, x: area.x, y: area.y, through: mask, clip: area)
  }
}
