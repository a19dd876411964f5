import HeaderModel
import Raster
import Typesetting

/// The system's status bar: in the arrangement of screens with a home button (20 points) or of those
/// with a notch or an island.
struct StatusBarLayers {
  let context: SceneContext

  func add(to builder: inout LayerBuilder) throws(SceneError) {
    guard context.document.furniture.statusBar else { return }
    if context.device.statusBarHeight < StatusBarLayers.tallBar {
      try addClassic(to: &builder)
    } else {
      try addTall(to: &builder)
    }
  }

  /// Points; bars from this height on stand beside a notch.
  private static let tallBar = 40.0

  /// Places measured on mimic's recording: baseline 14, carrier from x 7, glyph behind it, time
  /// centred, battery of 22 x 10 whose box ends 9 points from the right edge.
  private func addClassic(to builder: inout LayerBuilder) throws(SceneError) {
    let color = context.palette.statusBar
    let baseline = 14.0
    let carrier = context.run(context.texts.carrier, 12, maximumWidth: context.width / 2 - 62)
    try builder.text(carrier, .left(7), top: 0, baseline: baseline, color)
    let end = 7 + (try context.library.width(carrier, scale: builder.scale))
    builder.icon(.wifi(width: 11), x: (end + 7).rounded(), y: 5.5, color)
    try builder.text(
      context.run(context.texts.time, 12, .medium, maximumWidth: 120), .center(context.width / 2),
      top: 0,
      baseline: baseline, color)
    let left = context.width - 31
    builder.icon(.batteryOutline(width: 22, height: 10), x: left, y: 5, color.withAlpha(128))
    builder.icon(.batteryBody(width: 22, height: 10), x: left, y: 5, color)
  }

  /// Places measured on the recording of contacts (428 points wide), from the right edge: bars
  /// 103...81, wifi 76.4...59, battery 52.2...25.2, all between y 17 and 30.6 of a bar of 47.
  private func addTall(to builder: inout LayerBuilder) throws(SceneError) {
    let color = context.palette.statusBar
    let width = context.width
    let top = 17 + (context.device.statusBarHeight - 47) / 2
    builder.icon(.cellular(width: 22, height: 13.6), x: width - 103, y: top, color)
    builder.icon(.wifi(width: 17.5), x: width - 76.4, y: top, color)
    builder.icon(
      .batteryOutline(width: 25, height: 13.6), x: width - 52.2, y: top, color.withAlpha(110))
    let isRecording = context.document.furniture.recordingPill
    builder.icon(
      .batteryBody(width: 25, height: 13.6), x: width - 52.2, y: top,
      isRecording ? StatusBarLayers.charging : color)
    if isRecording {
      builder.icon(.bolt(height: 11.5), x: width - 43, y: top + 1, color)
      try addPill(top: top, to: &builder)
    } else {
      try builder.text(
        context.run(context.texts.time, 16, .semibold), .center(58), top: top, baseline: 12.5, color
      )
    }
  }

  /// (34.3, 9.4, 63.7, 22.2) on the recording.
  private func addPill(top: Double, to builder: inout LayerBuilder) throws(SceneError) {
    let pill = PointRect(x: 34.3, y: top - 7.6, width: 63.7, height: 22.2)
    builder.roundedFill(pill, radius: 11.1, StatusBarLayers.recording)
    builder.icon(.record(diameter: 14), x: pill.x + 24.85, y: pill.y + 4.1, .white)
  }

  /// Measured: about #DE3C34.
  private static let recording = Color(rgb: 0xDE3C34)
  /// The system's green.
  private static let charging = Color(rgb: 0x30D158)
}

extension Color {
  fileprivate func withAlpha(_ alpha: UInt8) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
