/// The header that thinkandbuild and stretch move and enlarge by a layer transform.
struct TransformedHeader: Hashable, Sendable {
  let width: Double
  let height: Double
  /// Offset at which it stops.
  let stop: Double
  /// At rest; the transform changes the layer, not what is in it.
  let sourceCrop: PointRect

  init(height: Double, stop: Double, environment: HeaderEnvironment) {
    width = environment.device.width
    self.height = height
    self.stop = stop
    sourceCrop = environment.bannerSize.aspectFillSource(viewWidth: width, viewHeight: height)
  }

  /// What a pull enlarges it by; 1 at rest and beyond.
  func scale(_ offset: Double) -> Double {
    offset < 0 ? 1 - offset / height : 1
  }

  /// How far up it has gone.
  func travel(_ offset: Double) -> Double {
    max(0, min(stop, offset))
  }

  /// Pulled: enlarged with its top edge fixed, as far to the left as to the right. Scrolled: moved
  /// up with the content until it stops.
  func banner(_ offset: Double) -> HeaderState.Banner {
    let k = scale(offset)
    let overhang = offset < 0 ? width * offset / (2 * height) : 0
    let rect = PointRect(
      x: overhang, y: 0 - travel(offset), width: width * k,
      height: offset < 0 ? height - offset : height)
    return HeaderState.Banner(rect: rect, bottom: rect.maxY, sourceCrop: sourceCrop)
  }
}
