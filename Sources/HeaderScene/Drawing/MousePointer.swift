import HeaderModel
import Numerics
import Raster

/// Draws the mouse pointer of the recordings: a slim black arrow with a thick white rim and a soft
/// shadow all round.
struct MousePointer {
  let context: DrawingContext

  /// Points.
  private static let shadowSigma = 1.6

  func draw(at tip: ScreenPoint, to builder: inout CommandBuilder) {
    let pen = ChromePen(context: context, place: "the pointer")
    if let (asset, margin) = context.store.iconShadow(
      .pointerOutline, sigma: Self.shadowSigma * builder.scale)
    {
      let mask = context.store.assets.masks[asset.index].size
      let place = builder.device(PointRect(x: tip.x, y: tip.y + 0.75, width: 0, height: 0))
      builder.add(
        .mask(
          asset,
          rect: DeviceRect(
            x: DeviceGrid.nearest(place.x) - Double(margin),
            y: DeviceGrid.nearest(place.y) - Double(margin), width: Double(mask.width),
            height: Double(mask.height)), Color(rgb: 0, alpha: 115)))
    }
    pen.icon(.pointerOutline, x: tip.x, y: tip.y, .white, to: &builder)
    pen.icon(.pointer, x: tip.x, y: tip.y, .black, to: &builder)
  }
}
