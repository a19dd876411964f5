import HeaderModel

/// How a scene blurs its banner.
struct BannerBlur: Hashable {
  /// Crossfade blur: odd side of the box, in banner pixels.
  let boxDiameter: Int
  /// Crossfade blur: how many boxes one after the other.
  let iterations: Int
  /// Ladder blur: pixels per point that the banner is enlarged to first.
  let pixelsPerPoint: Int

  /// The article's library takes the radius at a pixel scale of 2 and the next odd number of it.
  init(constants: StyleConstants, device: Device) {
    let side = Int((constants.value(of: .blurRadius) ?? 0) * 2)
    boxDiameter = side | 1
    iterations = Int(constants.value(of: .blurIterations) ?? 0)
    pixelsPerPoint = device.scale
  }
}
