import HeaderModel
import PortableMath
import Raster
import Typesetting

/// System bars, indicators and the finger.
extension FrameDrawing {
  /// Draws the system parts that the scene shows and the document does not list, above all layers.
  func drawUnlisted(_ layers: [LayerState]) throws(SceneError) {
    var listsStatusBar = false
    var listsScrollIndicator = false
    var listsHomeIndicator = false
    var listsTouch = false
    for layer in layers {
      switch layer.content {
      case .statusBar: listsStatusBar = true
      case .scrollIndicator: listsScrollIndicator = true
      case .homeIndicator: listsHomeIndicator = true
      case .touch: listsTouch = true
      default: break
      }
    }
    if !listsStatusBar, chrome.statusBar ?? true {
      try drawStatusBar(height: device.statusBarHeight, look: nil, appearance.foreground)
    }
    if !listsScrollIndicator, chrome.scrollIndicator ?? false {
      drawScrollIndicator(
        track: PointRect(
          x: width - ChromeMetrics.scrollIndicatorRight, y: device.statusBarHeight,
          width: ChromeMetrics.scrollIndicatorWidth,
          height: device.height - device.statusBarHeight - device.safeAreaBottom),
        Self.indicatorColor)
    }
    let drawsTabs = chrome.tabBar ?? false && !layers.contains { $0.id == "tabBar" }
    if drawsTabs { drawTabBar() }
    // A tab bar covers an indicator that the document lists.
    if !listsHomeIndicator || drawsTabs, chrome.homeIndicator ?? (device.safeAreaBottom > 0) {
      drawHomeIndicator(
        PointRect(
          x: (width - ChromeMetrics.homeIndicatorWidth) / 2,
          y: device.height - ChromeMetrics.homeIndicatorBottom,
          width: ChromeMetrics.homeIndicatorWidth, height: ChromeMetrics.homeIndicatorHeight),
        appearance.foreground)
    }
    if !listsTouch { drawTouch(.none, Self.touchColor) }
  }

  /// Measured on the recording of contacts: about 130.
  private static let indicatorColor = Color(rgb: 0x828282)
  private static let touchColor = Color(rgb: 0x808080, alpha: 140)

  // MARK: - Texts and icons outside of layers

  /// Draws a line of text with its left edge at x, or centered there, and its baseline `baseline`
  /// below `top`. All in points.
  ///
  /// - Returns: The width of the text in points.
  @discardableResult
  func drawText(
    _ words: String, _ size: Double, _ weight: FontWeight = .regular, maximumWidth: Double,
    x: Double, isCentered: Bool = false, top: Double = 0, baseline: Double, _ color: Color,
    of location: String = "the status bar"
  ) throws(SceneError) -> Double {
    guard !words.isEmpty else { return 0 }
    let run = SceneTypography.run(
      words, font: appearance.font, pointSize: size, weight: weight,
      maximumWidth: max(0, maximumWidth))
    let (asset, shaped) = try store.text(run, of: location)
    let left = x * scale - (isCentered ? shaped.advanceWidth / 2 : 0)
    let penX = DeviceGrid.withoutRoundingErrors(
      DeviceGrid.nearest(left) + composer.screenLeft * scale)
    let penY = DeviceGrid.withoutRoundingErrors(
      (top + composer.screenTop) * scale + DeviceGrid.nearest(baseline * scale))
    if isVisible(shaped.inkRect(x: penX, y: penY, scale: 1)) {
      add(.text(asset, x: penX, y: penY, scale: 1, color))
    }
    return shaped.advanceWidth / scale
  }

  /// Draws an icon with the top left corner of its box at the pixel nearest to (x, y) points.
  func drawSceneIcon(_ icon: SceneIcon, x: Double, y: Double, _ color: Color) {
    drawMask(.screen(icon), x: x, y: y, color)
  }

  /// Draws a mask with the corner of its shape at the pixel nearest to (x, y) points.
  private func drawMask(_ key: AssetStore.MaskKey, x: Double, y: Double, _ color: Color) {
    guard let mask = store.mask(key) else { return }
    let origin = device(PointRect(x: x, y: y, width: 0, height: 0))
    let rect = mask.rect(x: DeviceGrid.nearest(origin.x), y: DeviceGrid.nearest(origin.y))
    add(.mask(mask.asset, rect: rect, color))
  }

  // MARK: - Tab bar and indicators

  /// The tab bar's height in points, without the home indicator's safe area.
  private static let tabBarHeight = 49.0
  private static let tabs: [HeaderIcon] = [.home, .magnifier, .bell, .envelope, .person]

  private func drawTabBar() {
    let height = Self.tabBarHeight + device.safeAreaBottom
    let top = device.height - height
    fillRect(PointRect(x: 0, y: top, width: width, height: height), appearance.background)
    fillRect(PointRect(x: 0, y: top, width: width, height: 1 / scale), appearance.separator)
    let side = 24.0
    for (index, icon) in Self.tabs.enumerated() {
      let key = IconMask.Key(
        shape: .named(icon.rawValue), width: side * scale, height: side * scale, scale: scale)
      drawMask(
        .icon(key), x: width * (Double(index) + 0.5) / Double(Self.tabs.count) - side / 2,
        y: top + (Self.tabBarHeight - side) / 2,
        index == 0 ? appearance.accent : appearance.foreground.withAlpha(128))
    }
  }

  func drawHomeIndicator(_ frame: PointRect, _ color: Color) {
    fillRect(frame, radius: frame.height / 2, color)
  }

  /// Draws the scroll indicator with the system's rule, checked on the recording of contacts
  /// (length 146.6, slope 0.225): its length is to the track as the viewport to the content, with 3
  /// points of padding at both ends, and overscroll shortens it from the far end. (In the recording
  /// its top seems to move; the growing header covers it.)
  func drawScrollIndicator(track frame: PointRect, _ color: Color) {
    guard isScrolling else { return }
    let track = frame.height
    let viewport = composer.scroll.viewportHeight
    let content = viewport + composer.scroll.largestOffset
    let range = content - viewport
    let full = min(track - 6, max(Self.shortestIndicator, track * viewport / content))
    let overscroll = max(0, 0 - offset, offset - range)
    let length = max(min(full, Self.shortestIndicator), full - overscroll)
    guard length > 0 else { return }
    let fraction = range > 0 ? max(0, min(1, offset / range)) : 0
    fillRect(
      PointRect(
        x: frame.x, y: frame.y + 3 + fraction * (track - length - 6), width: frame.width,
        height: length),
      radius: frame.width / 2, color)
  }

  /// The minimum length in points.
  private static let shortestIndicator = 36.0

  // MARK: - Finger and pointer

  /// The diameter of a fingertip in points, that of the system's touch targets.
  private static let fingertip = 44.0

  /// Draws the finger or the pointer of the curve.
  ///
  /// - Parameter standard: The look if the scene does not set one.
  func drawTouch(_ standard: TouchLook, _ color: Color) {
    guard let touch else { return }
    func square(around center: ScreenPoint, _ size: Double) -> PointRect {
      PointRect(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size)
    }
    switch chrome.touch ?? standard {
    case .none: break
    case .pointer: drawPointer(at: touch.position)
    case .finger:
      guard touch.pressure > 0 else { return }
      for (index, center) in touch.trail.enumerated().reversed() {
        let age = Double(index + 1) / Double(touch.trail.count + 1)
        let size = Self.fingertip * (1 - 0.5 * age)
        fillRect(
          square(around: center, size), radius: size / 2,
          color.scaled(0.35 * (1 - age) * touch.pressure))
      }
      // The finger approaches from above the glass: larger and fainter until it is pressed.
      let size = Self.fingertip * (1.35 - 0.35 * touch.pressure)
      let tip = square(around: touch.position, size)
      fillRect(tip, radius: size / 2, color.scaled(touch.pressure))
      strokeRect(tip, radius: size / 2, line: 1.5, color.scaled(touch.pressure))
    }
  }

  /// The sigma of the pointer's shadow in points.
  private static let pointerShadow = 1.6

  /// Draws the mouse pointer of the recordings: a slim black arrow with a thick white outline and a
  /// soft shadow.
  func drawPointer(at tip: ScreenPoint) {
    drawMask(
      .screen(.pointerOutline, sigma: Self.pointerShadow * scale), x: tip.x, y: tip.y + 0.75,
      Color(rgb: 0, alpha: 115))
    drawSceneIcon(.pointerOutline, x: tip.x, y: tip.y, .white)
    drawSceneIcon(.pointer, x: tip.x, y: tip.y, .black)
  }
}

extension Color {
  fileprivate func scaled(_ share: Double) -> Color {
    withAlpha(UInt8((Double(alpha) * max(0, min(1, share))).rounded()))
  }
}
