import HeaderModel
import PortableMath
import Raster
import Typesetting

/// The status bar of the recording's system version, for screens with a home button, a notch or an
/// island, or for Android.
extension FrameDrawing {
  /// The minimum height in points of a status bar beside a notch.
  private static let tallBar = 40.0

  func drawStatusBar(height: Double, look: StatusBarLook?, _ color: Color) throws(SceneError) {
    switch chrome.statusBarLook ?? (device.isAndroid ? .android : look) ?? .ios13 {
    case .android: try drawAndroidBar(height: height, color)
    case _ where height >= Self.tallBar: try drawNotchBar(height: height, color)
    case .ios8: try drawHomeButtonBar(.ios8, height: height, color)
    case .ios13: try drawHomeButtonBar(.ios13, height: height, color)
    }
  }

  private var isRecording: Bool { chrome.recordingPill ?? false }
  private var isCharging: Bool { chrome.charging ?? false }

  // MARK: - With a home button

  /// Positions and sizes in points from the screen's top and edges.
  private struct HomeButtonBar {
    var baseline: Double
    var carrierX: Double
    var timeWeight: FontWeight
    var wifi: (width: Double, height: Double, top: Double, gap: Double)
    var battery: (shape: BatteryShape, top: Double, right: Double)

    /// The recordings of mimic: carrier at 6.2, baseline 14.65, glyph 11.2 x 8.6, battery 22 x 10
    /// that ends 9 points from the edge. Its line is so thin that it has no gap at 1x.
    static let ios8 = HomeButtonBar(
      baseline: 14.65, carrierX: 6.2, timeWeight: .medium, wifi: (11.2, 8.6, 5, 6.5),
      battery: (BatteryShape(width: 22, height: 10, line: 0.5), 5, 31))
    /// The screenshot of stretch: glyph 14.5 x 11, battery 24 x 11.5 with its nub, 29.5 from the
    /// edge.
    static let ios13 = HomeButtonBar(
      baseline: 14, carrierX: 7, timeWeight: .semibold, wifi: (14.5, 11, 4, 3),
      battery: (BatteryShape(width: 21.7, height: 11.5, line: 1), 4, 29.5))
  }

  private func drawHomeButtonBar(
    _ bar: HomeButtonBar, height: Double, _ color: Color
  ) throws(SceneError) {
    if isRecording {
      fillRect(PointRect(x: 0, y: 0, width: width, height: height), Self.recording)
    }
    let color = isRecording ? .white : color
    var timeWidth = 0.0
    if chrome.clock ?? true {
      timeWidth = try drawText(
        appearance.time, 12, bar.timeWeight, maximumWidth: width / 2, x: width / 2,
        isCentered: true, baseline: bar.baseline, color)
    }
    var left = bar.carrierX
    if let bars = chrome.cellularBars {
      drawCellular(bars, width: 15, height: 9.5, x: left, y: 4.5, color)
      left += 18
    }
    // The carrier leaves room for the glyph and the time.
    let hasWifi = chrome.wifi ?? true
    let glyph = hasWifi ? bar.wifi.gap + bar.wifi.width : 0
    let carrierWidth = try drawText(
      appearance.carrier, 12, maximumWidth: (width - timeWidth) / 2 - left - glyph - 6, x: left,
      baseline: bar.baseline, color)
    if hasWifi {
      let afterCarrier = (left + carrierWidth + bar.wifi.gap).rounded()
      drawSceneIcon(
        .wifi(width: bar.wifi.width, height: bar.wifi.height),
        x: appearance.carrier.isEmpty ? left : afterCarrier, y: bar.wifi.top, color)
    }
    let battery = bar.battery
    drawBattery(
      battery.shape, x: width - battery.right - (isCharging ? 7 : 0), y: battery.top, color,
      outline: 128)
    if isCharging { drawSceneIcon(.bolt(height: 10), x: width - 8, y: battery.top, color) }
  }

  // MARK: - Beside a notch

  /// Measured on the recording of contacts, from the screen's top.
  private static let pill = PointRect(x: 34.3, y: 9.4, width: 63.7, height: 22.2)
  private static let ring = 16.9

  /// Draws the bar beside a notch. Positions are measured on the recording of contacts (428 points
  /// wide), from the right edge: bars 103...81, Wi-Fi 76.4...59, battery 52.2...25.2, all between y
  /// 17 and 30.6 of a bar of 47.
  private func drawNotchBar(height: Double, _ color: Color) throws(SceneError) {
    let top = 17 + (height - 47) / 2
    drawCellular(chrome.cellularBars ?? 4, width: 22, height: 13.6, x: width - 103, y: top, color)
    if chrome.wifi ?? true {
      drawSceneIcon(.wifi(width: 17.5), x: width - 76.4, y: top, color)
    }
    drawBattery(
      BatteryShape(width: 25, height: 13.6, line: 1), x: width - 52.2, y: top, color, outline: 110)
    if isCharging {
      // The bolt overlaps the battery's edges, with an outline that separates the two.
      let x = width - 52.2 + (25 - 17 * SceneIcon.boltWidth) / 2
      let y = top - 1.7
      drawSceneIcon(.bolt(height: 17, rim: 1), x: x, y: y, color.contrasting)
      drawSceneIcon(.bolt(height: 17), x: x, y: y, color)
    }
    if isRecording {
      var pill = Self.pill
      pill.y += top - 17
      fillRect(pill, radius: pill.height / 2, Self.recording)
      drawSceneIcon(
        .record(diameter: Self.ring), x: pill.x + (pill.width - Self.ring) / 2,
        y: pill.y + (pill.height - Self.ring) / 2, .white)
    }
    guard chrome.clock ?? !isRecording else { return }
    try drawText(
      appearance.time, 16, .semibold, maximumWidth: width / 2 - 60,
      x: isRecording ? Self.pill.maxX + 6 : 58, isCentered: !isRecording, top: top, baseline: 12.5,
      color)
  }

  // MARK: - Android

  /// Draws the time at the left and the glyphs at the right, centered vertically.
  private func drawAndroidBar(height: Double, _ color: Color) throws(SceneError) {
    let middle = height / 2
    let inset = height >= Self.tallBar ? 24.0 : 12.0
    if isRecording {
      fillRect(
        PointRect(x: width / 2 - 14, y: middle - 8, width: 28, height: 16), radius: 8,
        Self.recording)
    }
    if chrome.clock ?? true {
      try drawText(
        appearance.time, 14, .medium, maximumWidth: width / 2 - inset - 20, x: inset,
        baseline: SceneTypography.centeredBaseline(pointSize: 14, in: height), color)
    }
    var x = width - inset - 20
    drawBattery(
      BatteryShape(width: 18, height: 10, line: 1), x: x, y: middle - 5, color, outline: 128)
    if isCharging { drawSceneIcon(.bolt(height: 9), x: x + 6, y: middle - 4.5, color.contrasting) }
    x -= 19
    drawCellular(chrome.cellularBars ?? 4, width: 14, height: 11, x: x, y: middle - 5.5, color)
    if chrome.wifi ?? true {
      drawSceneIcon(.wifi(width: 15, height: 10.6), x: x - 19, y: middle - 5.3, color)
    }
  }

  // MARK: - Glyphs

  /// Draws the signal bars. Bars above the signal level are dimmed.
  private func drawCellular(
    _ bars: Int, width: Double, height: Double, x: Double, y: Double, _ color: Color
  ) {
    for bar in 0..<4 {
      drawSceneIcon(
        .cellular(width: width, height: height, bars: bar...bar), x: x, y: y,
        bar < bars ? color : color.withAlpha(UInt8(Int(color.alpha) * 77 / 255)))
    }
  }

  /// Draws the battery. Its charge is green while charging and red at 20 % or less, as in the
  /// system.
  private func drawBattery(
    _ shape: BatteryShape, x: Double, y: Double, _ color: Color, outline alpha: UInt8
  ) {
    let level = max(0, min(100, chrome.batteryLevel ?? 100))
    drawSceneIcon(.batteryOutline(shape), x: x, y: y, color.withAlpha(alpha))
    guard level > 0 else { return }
    drawSceneIcon(
      .batteryBody(shape, percent: level), x: x, y: y,
      isCharging ? Self.charging : level <= 20 ? Self.low : color)
  }

  /// Measured: about #DE3C34.
  private static let recording = Color(rgb: 0xDE3C34)
  private static let charging = Color(rgb: 0x30D158)
  private static let low = Color(rgb: 0xFF3B30)
}

extension Color {
  /// Black for a light color, white for a dark one.
  fileprivate var contrasting: Color {
    Int(red) + Int(green) + Int(blue) > 382 ? .black : .white
  }
}
