import HeaderModel
import PortableMath
import Raster

/// Draws what belongs to the screen and not to the header: the system's bars and indicators, the
/// finger.
struct ChromeDrawing {
  let context: DrawingContext
  let moment: FrameMoment

  private var appearance: SceneAppearance { context.appearance }
  private var width: Double { context.device.width }

  func draw(_ layer: LayerState, to builder: inout CommandBuilder) throws(SceneError) {
    switch layer.content {
    case .statusBar(let color, let look):
      try StatusBarDrawing(context: context)
        .draw(height: layer.frame.height, look: look, Color(color), to: &builder)
    case .homeIndicator(let color):
      drawHomeIndicator(layer.frame, Color(color), to: &builder)
    case .scrollIndicator(let color):
      drawScrollIndicator(track: layer.frame, Color(color), to: &builder)
    case .touch(let color): drawTouch(.finger, Color(color), to: &builder)
    default: break
    }
  }

  /// Draws on top what a document does not list.
  func drawUnlisted(
    _ layers: [LayerState], to builder: inout CommandBuilder
  ) throws(SceneError) {
    var (bar, scroll, home, touch) = (false, false, false, false)
    let hasTabs = layers.contains { $0.id == "tabBar" }
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
      try StatusBarDrawing(context: context)
        .draw(
          height: device.statusBarHeight, look: nil, appearance.foreground, to: &builder)
    }
    if !scroll, appearance.chrome.scrollIndicator ?? false {
      drawScrollIndicator(
        track: PointRect(
          x: device.width - ChromePlace.scrollIndicatorRight, y: device.statusBarHeight,
          width: ChromePlace.scrollIndicatorWidth,
          height: device.height - device.statusBarHeight - device.safeAreaBottom),
        Self.indicatorColor, to: &builder)
    }
    let drawsTabs = !hasTabs && appearance.chrome.tabBar ?? false
    if drawsTabs { try drawTabBar(to: &builder) }
    // A bar of tabs lies over an indicator that the document lists.
    if !home || drawsTabs, appearance.chrome.homeIndicator ?? (device.safeAreaBottom > 0) {
      drawHomeIndicator(
        PointRect(
          x: (width - ChromePlace.homeIndicatorWidth) / 2,
          y: device.height - ChromePlace.homeIndicatorBottom,
          width: ChromePlace.homeIndicatorWidth, height: ChromePlace.homeIndicatorHeight),
        appearance.foreground, to: &builder)
    }
    if !touch { drawTouch(.none, Self.touchColor, to: &builder) }
  }

  /// Measured on contacts' recording: about 130.
  private static let indicatorColor = Color(rgb: 0x828282)
  private static let touchColor = Color(rgb: 0x808080, alpha: 140)

  // MARK: - Tab bar

  /// The system's height, without what the home indicator needs.
  private static let tabBarHeight = 49.0
  private static let tabs: [HeaderIcon] = [.home, .magnifier, .bell, .envelope, .person]

  private func drawTabBar(to builder: inout CommandBuilder) throws(SceneError) {
    let device = context.device
    let height = Self.tabBarHeight + device.safeAreaBottom
    let top = device.height - height
    builder.fill(PointRect(x: 0, y: top, width: width, height: height), appearance.background)
    builder.fill(
      PointRect(x: 0, y: top, width: width, height: 1 / builder.scale), appearance.separator)
    let side = 24.0
    let pen = ChromePen(context: context, place: "the tab bar")
    for (index, icon) in Self.tabs.enumerated() {
      let x = width * (Double(index) + 0.5) / Double(Self.tabs.count) - side / 2
      let key = IconMask.Key(
        shape: .named(icon.rawValue), width: side * builder.scale, height: side * builder.scale,
        scale: builder.scale)
      guard let mask = context.store.icon(key) else { continue }
      pen.stamp(
        mask, x: x, y: top + (Self.tabBarHeight - side) / 2,
        index == 0 ? appearance.accent : appearance.foreground.withAlpha(128), to: &builder)
    }
  }

  // MARK: - Indicators

  private func drawHomeIndicator(
    _ frame: PointRect, _ color: Color, to builder: inout CommandBuilder
  ) {
    builder.roundedFill(frame, radius: frame.height / 2, color)
  }

  /// The system's rule, checked on contacts' recording (length 146.6 and slope 0.225 there): the
  /// length is to the track as the viewport to the content, 3 points are left at both ends, and what
  /// is overscrolled shortens it from the far end. (There the top of it seems to travel along: that is
  /// the header, which grows over it.)
  private func drawScrollIndicator(
    track frame: PointRect, _ color: Color, to builder: inout CommandBuilder
  ) {
    guard moment.isScrolling else { return }
    let track = frame.height
    let viewport = context.scroll.viewportHeight
    let content = viewport + context.scroll.largestOffset
    let range = content - viewport
    let full = min(track - 6, max(Self.shortestIndicator, track * viewport / content))
    let beyond = max(0, 0 - moment.offset, moment.offset - range)
    let length = max(min(full, Self.shortestIndicator), full - beyond)
    guard length > 0 else { return }
    let fraction = range > 0 ? max(0, min(1, moment.offset / range)) : 0
    builder.roundedFill(
      PointRect(
        x: frame.x, y: frame.y + 3 + fraction * (track - length - 6), width: frame.width,
        height: length),
      radius: frame.width / 2, color)
  }

  /// Points; the system makes none shorter.
  private static let shortestIndicator = 36.0

  // MARK: - Finger

  /// Points: a fingertip, as the system's own touch targets are.
  private static let fingertip = 44.0

  /// - Parameter standard: how it shows where the scene does not say.
  private func drawTouch(
    _ standard: TouchLook, _ color: Color, to builder: inout CommandBuilder
  ) {
    guard let touch = moment.touch else { return }
    switch appearance.chrome.touch ?? standard {
    case .none: break
    case .pointer: MousePointer(context: context).draw(at: touch.place, to: &builder)
    case .finger:
      guard touch.pressure > 0 else { return }
      for (index, place) in touch.trail.enumerated().reversed() {
        let age = Double(index + 1) / Double(touch.trail.count + 1)
        disc(
          at: place, Self.fingertip * (1 - 0.5 * age),
          color.scaled(0.35 * (1 - age) * touch.pressure), to: &builder)
      }
      // It comes down from above the glass: larger and fainter until it is pressed.
      let size = Self.fingertip * (1.35 - 0.35 * touch.pressure)
      disc(at: touch.place, size, color.scaled(touch.pressure), to: &builder)
      builder.roundedBorder(
        PointRect(
          x: touch.place.x - size / 2, y: touch.place.y - size / 2, width: size, height: size),
        radius: size / 2, line: 1.5, color.scaled(touch.pressure))
    }
  }

  private func disc(
    at place: ScreenPoint, _ size: Double, _ color: Color, to builder: inout CommandBuilder
  ) {
    builder.roundedFill(
      PointRect(x: place.x - size / 2, y: place.y - size / 2, width: size, height: size),
      radius: size / 2, color)
  }
}

extension Color {
  fileprivate func scaled(_ share: Double) -> Color {
    withAlpha(UInt8((Double(alpha) * max(0, min(1, share))).rounded()))
  }
}
