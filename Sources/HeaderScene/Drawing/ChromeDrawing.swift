import HeaderModel
import Numerics
import Raster
import Typesetting

/// Draws what belongs to the screen and not to the header: the system's bars and indicators, the
/// finger.
struct ChromeDrawing {
  let context: DrawingContext
  let moment: FrameMoment

  private var appearance: SceneAppearance { context.appearance }
  private var width: Double { context.device.width }

  /// Draws what a document lists.
  func draw(_ layer: LayerState, to builder: inout CommandBuilder) throws(SceneError) {
    switch layer.content {
    case .statusBar(let color, let look):
      try StatusBarDrawing(context: context)
        .draw(height: layer.frame.height, look: look, Color(color), to: &builder)
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
    if !home, appearance.chrome.homeIndicator ?? (device.safeAreaBottom > 0) {
      drawHomeIndicator(
        PointRect(
          x: (width - ChromePlace.homeIndicatorWidth) / 2,
          y: device.height - ChromePlace.homeIndicatorBottom,
          width: ChromePlace.homeIndicatorWidth, height: ChromePlace.homeIndicatorHeight),
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

  /// A fingertip 44 points wide, as the system's own touch targets are.
  private func drawTouch(_ color: Color, to builder: inout CommandBuilder) {
    guard let touch = moment.touch else { return }
    let tip = PointRect(x: touch.x - 22, y: touch.y - 22, width: 44, height: 44)
    builder.roundedFill(tip, radius: 22, color)
    builder.roundedBorder(tip, radius: 22, line: 1.5, color)
  }
}
