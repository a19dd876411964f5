import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Draws what surrounds the screen: the glass's edges, the device's frame, a simulator's window, the
/// mouse pointer.
struct SurroundingsDrawing {
  let context: DrawingContext

  private var pen: ChromePen { ChromePen(context: context, place: "the window bar") }
  private var appearance: SceneAppearance { context.appearance }
  private var width: Double { context.device.width }

  /// Height of a simulator window's title bar, measured on stretch's recording (31 pixels).
  static let windowBarHeight = 31.0

  /// Points of a device's frame on every side.
  static let frameWidth = 14.0

  private var frameWidth: Double { chrome.deviceFrame ?? false ? Self.frameWidth : 0 }
  private var chrome: ScreenChrome { appearance.chrome }

  /// The glass's edges, what stands around the screen, and the pointer over it.
  func draw(to builder: inout CommandBuilder) throws(SceneError) {
    let device = context.device
    if chrome.cutout ?? false, let cutout = device.cutout { try draw(cutout, to: &builder) }
    if chrome.deviceFrame ?? false {
      drawFrame(to: &builder)
    } else if chrome.roundedCorners ?? false, device.cornerRadius > 0 {
      try onScreen(&builder) { screen throws(SceneError) in
        drawAround(width: device.cornerRadius, .black, to: &screen)
      }
    }
    if chrome.windowTitleBar ?? false { try drawWindowBar(to: &builder) }
    if let tip = chrome.pointer { MousePointer(context: context).draw(at: tip, to: &builder) }
  }

  /// As on stretch's recording: a window without the focus, all of it grey; its title 104 points
  /// wide.
  private func drawWindowBar(to builder: inout CommandBuilder) throws(SceneError) {
    let height = Self.windowBarHeight + frameWidth
    builder.fill(
      PointRect(
        x: 0 - frameWidth, y: 0 - height, width: width + 2 * frameWidth,
        height: Self.windowBarHeight), Color(rgb: 0x2D2D2F))
    for index in 0..<3 {
      builder.roundedFill(
        PointRect(x: 13 + 20 * Double(index), y: 9.5 - height, width: 12, height: 12), radius: 6,
        Color(rgb: 0x525254))
    }
    try pen.text(
      pen.run(appearance.window, 14.4, .regular, maximumWidth: width - 190), .left(85),
      top: 0 - height,
      baseline: SceneTypography.centredBaseline(pointSize: 14.4, in: Self.windowBarHeight),
      Color(rgb: 0x9B9B9D), to: &builder)
    let buttons: [SceneIcon] = [.camera, .home, .rotate]
    for (index, button) in buttons.enumerated() {
      pen.icon(
        button, x: width - 80 + 26 * Double(index), y: 7.5 - height, Color(rgb: 0x828284),
        to: &builder)
    }
  }

  // MARK: - The glass and the frame

  private func onScreen(
    _ builder: inout CommandBuilder,
    _ body: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    let screen = PointRect(x: 0, y: 0, width: width, height: context.device.height)
    try builder.clipped(to: builder.device(screen), body)
  }

  /// A notch grows out of the upper edge, its lower corners round.
  private func draw(
    _ cutout: ScreenCutout, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let isNotch = cutout.top == 0
    let radius = isNotch ? 20 : cutout.height / 2
    let hidden = isNotch ? radius : 0
    try onScreen(&builder) { screen throws(SceneError) in
      screen.roundedFill(
        PointRect(
          x: (width - cutout.width) / 2, y: cutout.top - hidden, width: cutout.width,
          height: cutout.height + hidden), radius: radius, .black)
    }
  }

  /// A band that begins so many points outside the glass; its edges follow the glass's corners.
  private func drawAround(
    from gap: Double = 0, width band: Double, _ color: Color, to builder: inout CommandBuilder
  ) {
    let device = context.device
    let outer = gap + band
    builder.roundedBorder(
      PointRect(
        x: 0 - outer, y: 0 - outer, width: width + 2 * outer, height: device.height + 2 * outer),
      radius: device.cornerRadius + outer, line: band, color)
  }

  private func drawFrame(to builder: inout CommandBuilder) {
    let frame = Self.frameWidth
    let rim = 2.5
    // The screen's square corners stand out of the frame's round ones.
    drawAround(
      from: frame, width: context.device.cornerRadius, appearance.background, to: &builder)
    drawAround(width: frame - rim, Color(rgb: 0x0B0B0C), to: &builder)
    drawAround(from: frame - rim, width: rim, Color(rgb: 0x77777C), to: &builder)
  }
}
