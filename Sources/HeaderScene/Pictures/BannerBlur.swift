/// How strongly a scene blurs its banner.
struct BannerBlur: Hashable {
  /// Crossfade blur: odd side of the box, in banner pixels.
  var boxDiameter: Int
  /// Crossfade blur: how many boxes one after the other.
  var iterations: Int
  /// Ladder blur: device pixels per banner pixel that the banner is enlarged by first.
  var pixelsPerPoint: Int
}
