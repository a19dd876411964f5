import HeaderModel
import Numerics
import Raster
import Typesetting

/// Draws the system's bars and what surrounds the screen: home indicator, scroll indicator, finger,
/// window bar, pointer.
struct ChromeDrawing {
  let context: DrawingContext
  let moment: FrameMoment

  /// Height of a simulator window's title bar, measured on stretch's recording (31 pixels).
  static let windowBarHeight = 31.0

  private var appearance: SceneAppearance { context.appearance }
  private var width: Double { context.device.width }

  /// Draws what a document lists.
  func draw(_ layer: LayerState, to builder: inout CommandBuilder) throws(SceneError) {
    switch layer.content {
    case .statusBar(let color):
      try drawStatusBar(height: layer.frame.height, Color(color), to: &builder)
    case .homeIndicator(let color):
      drawHomeIndicator(layer.frame, Color(color), to: &builder)
    case .scrollIndicator(let color):
      drawScrollIndicator(track: layer.frame, Color(color), to: &builder)
    case .touch(let color): drawTouch(Color(color), to: &builder)
    default: break
    }
  }

  /// Draws on top what a document does not list.
  func drawUnlisted(
    _ layers: [LayerState], to builder: inout CommandBuilder
  ) throws(SceneError) {
    var (bar, scroll, home, touch) = (false, false, false, false)
    for layer in layers {
      switch layer.content {
      case .statusBar: bar = true
      case .scrollIndicator: scroll = true
      case .homeIndicator: home = true
      case .touch: touch = true
      default: break
      }
    }
    let device = context.device
    if !bar, appearance.chrome.statusBar ?? true {
      try drawStatusBar(
        height: device.statusBarHeight, appearance.foreground, to: &builder)
    }
    if !scroll, appearance.chrome.scrollIndicator ?? false {
      drawScrollIndicator(
        track: PointRect(
          x: device.width - 5.5, y: device.statusBarHeight, width: 3,
          height: device.height - device.statusBarHeight - device.safeAreaBottom),
        Self.indicatorColor, to: &builder)
    }
    if !home, appearance.chrome.homeIndicator ?? (device.safeAreaBottom > 0) {
      drawHomeIndicator(
        PointRect(x: (width - 153) / 2, y: device.height - 13, width: 153, height: 5),
        appearance.foreground, to: &builder)
    }
    if !touch { drawTouch(Self.touchColor, to: &builder) }
  }

  /// Measured on contacts' recording: about 130.
  private static let indicatorColor = Color(rgb: 0x828282)
  private static let touchColor = Color(rgb: 0x808080, alpha: 140)

  // MARK: - Indicators

  private func drawHomeIndicator(
    _ frame: PointRect, _ color: Color, to builder: inout CommandBuilder
  ) {
    builder.roundedFill(frame, radius: frame.height / 2, color)
  }

  /// The system's rule, checked on contacts' recording (length 146.6 and slope 0.225 there): the
  /// length is to the track as the viewport to the content, 3 points are left at both ends, and an
  /// overscroll shortens it 1.75 times as much (22.2 points at 12.7).
  private func drawScrollIndicator(
    track frame: PointRect, _ color: Color, to builder: inout CommandBuilder
  ) {
    guard moment.isScrolling else { return }
    let track = frame.height
    let viewport = context.scroll.viewportHeight
    let content = viewport + context.scroll.largestOffset
    let range = content - viewport
    let full = max(36, track * viewport / content)
    let beyond = max(0, 0 - moment.offset, moment.offset - range)
    let length = max(7, min(track - 6, full) - 1.75 * beyond)
    let fraction = range > 0 ? max(0, min(1, moment.offset / range)) : 0
    builder.roundedFill(
      PointRect(
        x: frame.x, y: frame.y + 3 + fraction * (track - length - 6), width: frame.width,
        height: length),
      radius: frame.width / 2, color)
  }

  /// A fingertip 44 points wide, as the system's own touch targets are.
  private func drawTouch(_ color: Color, to builder: inout CommandBuilder) {
    guard let touch = moment.touch else { return }
    let tip = PointRect(x: touch.x - 22, y: touch.y - 22, width: 44, height: 44)
    builder.roundedFill(tip, radius: 22, color)
    builder.roundedBorder(tip, radius: 22, line: 1.5, color)
  }

  // MARK: - Status bar

  /// In the arrangement of screens with a home button (20 points) or of those with a notch or an
  /// island.
  func drawStatusBar(
    height: Double, _ color: Color, to builder: inout CommandBuilder
  ) throws(SceneError) {
    if height < Self.tallBar {
      try drawClassicBar(color, to: &builder)
    } else {
      try drawTallBar(height: height, color, to: &builder)
    }
  }

  /// Points; bars from this height on stand beside a notch.
  private static let tallBar = 40.0

  /// Places measured on mimic's recording: baseline 14, carrier from x 7, glyph behind it, time
  /// centred, battery of 22 x 10 whose box ends 9 points from the right edge.
  private func drawClassicBar(
    _ color: Color, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let baseline = 14.0
    let carrier = run(appearance.carrier, 12, maximumWidth: width / 2 - 62)
    try text(carrier, .left(7), top: 0, baseline: baseline, color, to: &builder)
    let end = 7 + (try context.store.width(carrier))
    icon(.wifi(width: 11), x: (end + 7).rounded(), y: 5.5, color, to: &builder)
    try text(
      run(appearance.time, 12, .medium, maximumWidth: 120), .center(width / 2), top: 0,
      baseline: baseline, color, to: &builder)
    let left = width - 31
    icon(
      .batteryOutline(width: 22, height: 10), x: left, y: 5, color.withAlpha(128), to: &builder)
    icon(.batteryBody(width: 22, height: 10), x: left, y: 5, color, to: &builder)
  }

  /// Places measured on the recording of contacts (428 points wide), from the right edge: bars
  /// 103...81, wifi 76.4...59, battery 52.2...25.2, all between y 17 and 30.6 of a bar of 47.
  private func drawTallBar(
    height: Double, _ color: Color, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let top = 17 + (height - 47) / 2
    icon(.cellular(width: 22, height: 13.6), x: width - 103, y: top, color, to: &builder)
    icon(.wifi(width: 17.5), x: width - 76.4, y: top, color, to: &builder)
    icon(
      .batteryOutline(width: 25, height: 13.6), x: width - 52.2, y: top, color.withAlpha(110),
      to: &builder)
    let isRecording = appearance.chrome.recordingPill
    icon(
      .batteryBody(width: 25, height: 13.6), x: width - 52.2, y: top,
      isRecording ? Self.charging : color, to: &builder)
    if isRecording {
      icon(.bolt(height: 11.5), x: width - 43, y: top + 1, color, to: &builder)
      drawPill(top: top, to: &builder)
    } else {
      try text(
        run(appearance.time, 16, .semibold), .center(58), top: top, baseline: 12.5, color,
        to: &builder)
    }
  }

  /// (34.3, 9.4, 63.7, 22.2) on the recording.
  private func drawPill(top: Double, to builder: inout CommandBuilder) {
    let pill = PointRect(x: 34.3, y: top - 7.6, width: 63.7, height: 22.2)
    builder.roundedFill(pill, radius: 11.1, Self.recording)
    icon(.record(diameter: 14), x: pill.x + 24.85, y: pill.y + 4.1, .white, to: &builder)
  }

  /// Measured: about #DE3C34.
  private static let recording = Color(rgb: 0xDE3C34)
  /// The system's green.
  private static let charging = Color(rgb: 0x30D158)

  // MARK: - Surroundings

  /// The window around the screen and the pointer over it.
  func drawSurroundings(to builder: inout CommandBuilder) throws(SceneError) {
    if appearance.chrome.windowTitleBar { try drawWindowBar(to: &builder) }
    guard let tip = appearance.chrome.pointer else { return }
    icon(
      .pointerOutline, x: tip.x + 0.5, y: tip.y + 1, Color(rgb: 0, alpha: 70), to: &builder)
    icon(.pointerOutline, x: tip.x, y: tip.y, .white, to: &builder)
    icon(.pointer, x: tip.x, y: tip.y, .black, to: &builder)
  }

  private func drawWindowBar(to builder: inout CommandBuilder) throws(SceneError) {
    let height = Self.windowBarHeight
    builder.fill(
      PointRect(x: 0, y: 0 - height, width: width, height: height), Color(rgb: 0x38383A))
    let lights: [UInt32] = [0xFF5F57, 0xFEBC2E, 0x28C840]
    for (index, rgb) in lights.enumerated() {
      builder.roundedFill(
        PointRect(x: 10 + 20 * Double(index), y: 9.5 - height, width: 12, height: 12), radius: 6,
        Color(rgb: rgb))
    }
    try text(
      run(appearance.window, 13, .semibold, maximumWidth: width - 200), .left(82),
      top: 0 - height, baseline: SceneTypography.centredBaseline(pointSize: 13, in: height),
      Color(rgb: 0xDDDDDD), to: &builder)
    for index in 0..<3 {
      builder.roundedBorder(
        PointRect(
          x: width - 26 - 24 * Double(index), y: 8.5 - height, width: 14, height: 14),
        radius: 3, line: 1.5, Color(rgb: 0xB0B0B0))
    }
  }

  // MARK: - Texts and icons at places on the screen

  private func run(
    _ text: String, _ size: Double, _ weight: FontWeight = .regular, maximumWidth: Double? = nil
  ) -> TextRun {
    SceneTypography.run(
      text, font: appearance.font, pointSize: size, weight: weight, maximumWidth: maximumWidth)
  }

  /// A line of text whose baseline lies `baseline` points under `top`.
  private func text(
    _ run: TextRun, _ anchor: TextAnchor, top: Double, baseline: Double, _ color: Color,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    let scale = builder.scale
    let (asset, shaped) = try context.store.text(TextKey(run: run, quarterPixels: 0))
    let x = DeviceGrid.fine(
      DeviceGrid.nearest(anchor.left(of: shaped.advanceWidth, scale: scale)))
    let y = DeviceGrid.fine(
      (top + builder.screenTop) * scale + DeviceGrid.nearest(baseline * scale))
    let ink = DeviceRect(
      x: x + Double(shaped.ink.x), y: y + Double(shaped.ink.y), width: Double(shaped.ink.width),
      height: Double(shaped.ink.height))
    if builder.isSeen(ink) { builder.add(.text(asset, x: x, y: y, scale: 1, color)) }
  }

  /// An icon that stands still: the top left corner of its box lies on the pixel nearest to (x, y)
  /// points.
  private func icon(
    _ icon: SceneIcon, x: Double, y: Double, _ color: Color, to builder: inout CommandBuilder
  ) {
    guard let (asset, margin) = context.store.icon(icon) else { return }
    let mask = context.store.assets.masks[asset.index].size
    let place = builder.device(PointRect(x: x, y: y, width: 0, height: 0))
    builder.add(
      .mask(
        asset,
        rect: DeviceRect(
          x: DeviceGrid.nearest(place.x) - Double(margin),
          y: DeviceGrid.nearest(place.y) - Double(margin), width: Double(mask.width),
          height: Double(mask.height)), color))
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: UInt8) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}

/// What a line of text is held at; x in points.
private enum TextAnchor {
  case left(Double)
  case center(Double)
  case right(Double)

  /// The line's left edge in device pixels, for a line `width` device pixels long.
  func left(of width: Double, scale: Double) -> Double {
    switch self {
    case .left(let x): x * scale
    case .center(let x): x * scale - width / 2
    case .right(let x): x * scale - width
    }
  }
}
