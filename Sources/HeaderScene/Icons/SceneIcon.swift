import Raster

/// The filled shapes of a scene that are not text; sides in points.
enum SceneIcon: Hashable {
  /// Two arcs over a wedge, 0.707 times as high as wide.
  case wifi(width: Double)
  /// Four bars of growing height.
  case cellular(width: Double, height: Double)
  /// The battery's outline; its nub stands up to 2.5 points right of the box.
  case batteryOutline(width: Double, height: Double)
  /// The battery's body, full.
  case batteryBody(width: Double, height: Double)
  /// A bolt over a charging battery, 0.62 times as wide as high.
  case bolt(height: Double)
  /// 17 x 17, lines about 1 point.
  case magnifier
  case heart(side: Double)
  /// The mouse pointer's arrow, 12 x 17, and the same 1 point wider on every side.
  case pointer, pointerOutline
  /// A ring around a dot, as on the system's recording pill.
  case record(diameter: Double)

  /// The icon's coverage at `scale` device pixels per point, and the whole pixels by which the mask
  /// stands out of the icon's box on every side; nil if nothing is to be seen.
  func mask(scale: Double) -> (CoverageMask, margin: Int)? {
    let margin = Int((IconPath.overhang * scale).rounded(.up))
    let box = IconPath.size(of: self)
    guard
      let size = PixelSize(
        width: Int((box.width * scale).rounded(.up)) + 2 * margin,
        height: Int((box.height * scale).rounded(.up)) + 2 * margin),
      let mask = CoverageMask(
        filling: IconPath.path(of: self)
          .transformed(scale: scale, translateX: Double(margin), translateY: Double(margin)),
        size: size)
    else { return nil }
    return (mask, margin)
  }
}
