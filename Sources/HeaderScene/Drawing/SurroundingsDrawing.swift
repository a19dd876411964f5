import HeaderModel
import Numerics
import Raster
import Typesetting

/// Draws what surrounds the screen: a simulator's window, the mouse pointer.
struct SurroundingsDrawing {
  let context: DrawingContext

  private var pen: ChromePen { ChromePen(context: context, place: "the window bar") }
  private var appearance: SceneAppearance { context.appearance }
  private var width: Double { context.device.width }

  /// Height of a simulator window's title bar, measured on stretch's recording (31 pixels).
  static let windowBarHeight = 31.0

  /// The window around the screen and the pointer over it.
  func draw(to builder: inout CommandBuilder) throws(SceneError) {
    if appearance.chrome.windowTitleBar ?? false { try drawWindowBar(to: &builder) }
    guard let tip = appearance.chrome.pointer else { return }
    pen.icon(
      .pointerOutline, x: tip.x + 0.5, y: tip.y + 1, Color(rgb: 0, alpha: 70), to: &builder)
    pen.icon(.pointerOutline, x: tip.x, y: tip.y, .white, to: &builder)
    pen.icon(.pointer, x: tip.x, y: tip.y, .black, to: &builder)
  }

  /// As on stretch's recording: a window without the focus, all of it grey; its title 104 points
  /// wide.
  private func drawWindowBar(to builder: inout CommandBuilder) throws(SceneError) {
    let height = Self.windowBarHeight
    builder.fill(
      PointRect(x: 0, y: 0 - height, width: width, height: height), Color(rgb: 0x2D2D2F))
    for index in 0..<3 {
      builder.roundedFill(
        PointRect(x: 13 + 20 * Double(index), y: 9.5 - height, width: 12, height: 12), radius: 6,
        Color(rgb: 0x525254))
    }
    try pen.text(
      pen.run(appearance.window, 14.4, .regular, maximumWidth: width - 190), .left(85),
      top: 0 - height, baseline: SceneTypography.centredBaseline(pointSize: 14.4, in: height),
      Color(rgb: 0x9B9B9D), to: &builder)
    let buttons: [SceneIcon] = [.camera, .home, .rotate]
    for (index, button) in buttons.enumerated() {
      pen.icon(
        button, x: width - 80 + 26 * Double(index), y: 7.5 - height, Color(rgb: 0x828284),
        to: &builder)
    }
  }
}
