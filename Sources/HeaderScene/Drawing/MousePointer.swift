import PortableMath
import Raster

/// Draws the mouse pointer of the recordings: a slim black arrow with a thick white rim and a soft
/// shadow all round.
struct MousePointer {
  let context: DrawingContext

  /// Points.
  private static let shadowSigma = 1.6

  func draw(at tip: ScreenPoint, to builder: inout CommandBuilder) {
    let pen = ChromePen(context: context, place: "the pointer")
    if let shadow = context.store.icon(.pointerOutline, sigma: Self.shadowSigma * builder.scale) {
      pen.stamp(shadow, x: tip.x, y: tip.y + 0.75, Color(rgb: 0, alpha: 115), to: &builder)
    }
    pen.icon(.pointerOutline, x: tip.x, y: tip.y, .white, to: &builder)
    pen.icon(.pointer, x: tip.x, y: tip.y, .black, to: &builder)
  }
}
