import HeaderModel
import PortableMath
import Raster
import Typesetting

/// The rounded corners and cutout of the screen, the device's frame, a simulator's window and the
/// mouse pointer.
extension FrameDrawing {
  /// The height of a simulator window's title bar in points, measured on the recording of stretch
  /// (31 pixels).
  static let windowBarHeight = 31.0

  /// The width of a device's frame in points.
  static let frameWidth = 14.0

  /// Draws the parts around the screen, and the pointer above them.
  func drawSurroundings() throws(SceneError) {
    if chrome.cutout ?? false, let cutout = device.cutout { try drawCutout(cutout) }
    if chrome.deviceFrame ?? false {
      let frame = Self.frameWidth
      let rim = 2.5
      // Covers the screen's square corners, which extend beyond the frame's rounded ones.
      drawBand(from: frame, width: device.cornerRadius, appearance.background)
      drawBand(width: frame - rim, Color(rgb: 0x0B0B0C))
      drawBand(from: frame - rim, width: rim, Color(rgb: 0x77777C))
    } else if chrome.roundedCorners ?? false, device.cornerRadius > 0 {
      try clippedToScreen { () throws(SceneError) in drawBand(width: device.cornerRadius, .black) }
    }
    if chrome.windowTitleBar ?? false { try drawWindowBar() }
    if let tip = chrome.pointer { drawPointer(at: tip) }
  }

  /// Draws the title bar of the recording of stretch: a window without focus, all gray, with a
  /// title of 104 points.
  private func drawWindowBar() throws(SceneError) {
    let top = 0 - composer.screenTop
    fillRect(
      PointRect(
        x: 0 - appearance.frameWidth, y: top, width: width + 2 * appearance.frameWidth,
        height: Self.windowBarHeight), Color(rgb: 0x2D2D2F))
    for index in 0..<3 {
      fillRect(
        PointRect(x: 13 + 20 * Double(index), y: 9.5 + top, width: 12, height: 12), radius: 6,
        Color(rgb: 0x525254))
    }
    try drawText(
      appearance.window, 14.4, maximumWidth: width - 190, x: 85, top: top,
      baseline: SceneTypography.centeredBaseline(pointSize: 14.4, in: Self.windowBarHeight),
      Color(rgb: 0x9B9B9D), of: "the window bar")
    for (index, button) in [SceneIcon.camera, .home, .rotate].enumerated() {
      drawSceneIcon(button, x: width - 80 + 26 * Double(index), y: 7.5 + top, Color(rgb: 0x828284))
    }
  }

  /// Draws the cutout. A notch extends from the upper edge and has rounded lower corners.
  private func drawCutout(_ cutout: ScreenCutout) throws(SceneError) {
    let isNotch = cutout.top == 0
    let radius = isNotch ? 20 : cutout.height / 2
    let hidden = isNotch ? radius : 0
    try clippedToScreen { () throws(SceneError) in
      fillRect(
        PointRect(
          x: (width - cutout.width) / 2, y: cutout.top - hidden, width: cutout.width,
          height: cutout.height + hidden), radius: radius, .black)
    }
  }

  /// Draws a band around the screen that starts `gap` points outside it and follows the screen's
  /// corners.
  private func drawBand(from gap: Double = 0, width band: Double, _ color: Color) {
    let outer = gap + band
    strokeRect(
      PointRect(
        x: 0 - outer, y: 0 - outer, width: width + 2 * outer, height: device.height + 2 * outer),
      radius: device.cornerRadius + outer, line: band, color)
  }
}
