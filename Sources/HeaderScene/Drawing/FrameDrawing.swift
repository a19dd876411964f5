import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Collects the drawing commands of one frame. Invisible parts are left out.
///
/// `draw...` methods draw a layer or a part of the screen. `fillRect` and `strokeRect` convert
/// points to device pixels. `add...` methods append one command.
final class FrameDrawing {
  let composer: HeaderComposer
  /// The scroll offset in points.
  let offset: Double
  let isScrolling: Bool
  let touch: TouchMoment?
  /// A vertical shift in device pixels, which aligns list rows to whole pixels.
  var shift = 0.0
  private(set) var commands: [DrawingCommand] = []
  /// The pixels that are drawn: the canvas's, or those of a tilted layer's flat picture.
  private(set) var bounds: PixelRect
  private var clip: Clip

  /// The intersection of the clips of all enclosing layers.
  private struct Clip {
    /// Whole pixels, with edges rounded to the nearest. Clips content that is not resampled while
    /// it moves.
    var pixels: PixelRect
    /// Exact edges. Clips shapes and pictures, whose edges can cover pixels partially.
    var rect: DeviceRect
  }

  init(
    _ composer: HeaderComposer, offset: Double = 0, isScrolling: Bool = false,
    touch: TouchMoment? = nil
  ) {
    self.composer = composer
    self.offset = offset
    self.isScrolling = isScrolling
    self.touch = touch
    bounds = composer.canvasSize.bounds
    clip = Clip(pixels: bounds, rect: DeviceRect(bounds))
  }

  var store: AssetStore { composer.store }
  var appearance: SceneAppearance { composer.appearance }
  var chrome: ScreenChrome { composer.appearance.chrome }
  var device: Device { composer.device }
  /// The screen's width in points.
  var width: Double { composer.device.width }
  /// Device pixels per point.
  var scale: Double { composer.store.scale }

  /// Converts a rectangle from screen points to device pixels on the fine grid.
  func device(_ rect: PointRect) -> DeviceRect {
    DeviceRect(
      x: (rect.x + composer.screenLeft) * scale, y: (rect.y + composer.screenTop) * scale,
      width: rect.width * scale, height: rect.height * scale
    ).mapped(DeviceGrid.withoutRoundingErrors)
  }

  // MARK: - Clipping

  /// Adds the commands of `body`, clipped to a rectangle in device pixels.
  func clipped(to rect: DeviceRect, _ body: () throws(SceneError) -> Void) throws(SceneError) {
    let outer = clip
    clip = Clip(
      pixels: outer.pixels.intersection(nearestPixels(rect)),
      rect: outer.rect.intersection(rect))
    if !clip.rect.isEmpty { try body() }
    clip = outer
  }

  /// Adds the commands of `body`, clipped to the screen.
  func clippedToScreen(_ body: () throws(SceneError) -> Void) throws(SceneError) {
    try clipped(to: device(PointRect(x: 0, y: 0, width: width, height: device.height)), body)
  }

  /// Returns the commands of `body` without adding them.
  private func collect(
    _ body: () throws(SceneError) -> Void
  ) throws(SceneError) -> [DrawingCommand] {
    let before = commands
    commands = []
    try body()
    let inner = commands
    commands = before
    return inner
  }

  /// Adds the commands of `body` as one group, masked by a shape, with an opacity and a tint over
  /// its opaque parts.
  func grouped(
    within shape: GroupShape = .all, bounds: PixelRect, opacity: UInt8, tint: Color = .clear,
    _ body: () throws(SceneError) -> Void
  ) throws(SceneError) {
    let area = bounds.intersection(clip.rect.enclosingPixels)
    guard !area.isEmpty, opacity > 0 else { return }
    let inner = try collect(body)
    guard !inner.isEmpty else { return }
    commands.append(
      DrawingCommand(
        content: .group(inner, bounds: area, within: shape, opacity: opacity, tint: tint),
        clip: area))
  }

  /// Adds the shadow of the commands of `body`, without the commands. Lengths are in device pixels.
  func addShadow(
    sigma: Double, x: Double, y: Double, _ color: Color, _ body: () throws(SceneError) -> Void
  ) throws(SceneError) {
    guard color.alpha > 0 else { return }
    // Content outside the canvas can cast a shadow into it.
    let reach = Int(min(4096, (4 * sigma + max(x.magnitude, y.magnitude)).rounded(.up))) + 1
    let outer = clip
    clip.pixels = PixelRect(
      x: outer.pixels.x - reach, y: outer.pixels.y - reach,
      width: outer.pixels.width + 2 * reach, height: outer.pixels.height + 2 * reach)
    clip.rect = DeviceRect(clip.pixels)
    let inner = try collect(body)
    clip = outer
    let bounds = inner.paintedArea(store.assets)
    guard !bounds.isEmpty else { return }
    add(.shadow(inner, bounds: bounds, sigma: sigma, x: x, y: y, color))
  }

  /// Adds the commands of `body` as a flat picture that is projected.
  /// - Parameter projection: In points of the screen.
  func projected(
    by projection: Homography, _ body: () throws(SceneError) -> Void
  ) throws(SceneError) {
    let grid = Homography.affine(
      a: scale, b: 0, c: 0, d: scale, x: composer.screenLeft * scale,
      y: composer.screenTop * scale + shift)
    guard let map = projection.conjugated(by: grid),
      let seen = map.inverse?.boundingBox(of: clip.rect)?.enclosingPixels.widened
    else { return }
    // Points far outside of the canvas are close to the horizon and cover next to nothing.
    let canvas = composer.canvasSize
    let reach = 2 * max(canvas.width, canvas.height)
    let visible = seen.intersection(
      PixelRect(
        x: -reach, y: -reach, width: canvas.width + 2 * reach, height: canvas.height + 2 * reach))
    guard !visible.isEmpty else { return }
    let outer = (clip, bounds)
    bounds = visible
    clip = Clip(pixels: bounds, rect: DeviceRect(bounds))
    let inner = try collect(body)
    (clip, bounds) = outer
    let area = inner.paintedArea(store.assets)
    guard !area.isEmpty, let box = map.boundingBox(of: DeviceRect(area)) else { return }
    addClipped(.projected(inner, bounds: area, map), box)
  }

  private func nearestPixels(_ rect: DeviceRect) -> PixelRect {
    func edge(_ value: Double, _ range: ClosedRange<Int>) -> Int {
      let least = Double(range.lowerBound)
      return Int(max(least, min(Double(range.upperBound), DeviceGrid.nearest(value))))
    }
    let (columns, rows) = (bounds.x...bounds.maxX, bounds.y...bounds.maxY)
    let left = edge(rect.x, columns)
    let top = edge(rect.y, rows)
    return PixelRect(
      x: left, y: top, width: edge(rect.maxX, columns) - left, height: edge(rect.maxY, rows) - top)
  }

  /// Whether any part of the rectangle is inside the current clip.
  func isVisible(_ rect: DeviceRect) -> Bool {
    !rect.enclosingPixels.intersection(clip.rect.enclosingPixels).isEmpty
  }

  // MARK: - Commands

  /// Adds content that keeps its own pixel grid, clipped to whole pixels.
  func add(_ content: DrawingCommand.Content) {
    if !clip.pixels.isEmpty { commands.append(DrawingCommand(content: content, clip: clip.pixels)) }
  }

  /// Adds content that covers `rect`, if it is visible. Clips at the clip's exact edges if they are
  /// whole pixels where `rect` crosses them, otherwise to the nearest whole pixels.
  func addClipped(_ content: DrawingCommand.Content, _ rect: DeviceRect) {
    guard isVisible(rect) else { return }
    guard clip.rect.cutsCleanly(rect) else { return add(content) }
    commands.append(DrawingCommand(content: content, clip: clip.rect.enclosingPixels))
  }

  func fillRect(_ rect: PointRect, radius: Double = 0, _ color: Color) {
    addFill(RoundedRectangle(device(rect), cornerRadius: radius * scale), color)
  }

  func addFill(_ shape: RoundedRectangle, _ color: Color) {
    guard color.alpha > 0 else { return }
    if shape.cornerRadius > 0 { return addClipped(.fill(shape, color), shape.rect) }
    let rect = shape.rect.intersection(clip.rect)
    guard !rect.isEmpty else { return }
    commands.append(
      DrawingCommand(
        content: .fill(RoundedRectangle(rect, cornerRadius: 0), color),
        clip: clip.rect.enclosingPixels))
  }

  func strokeRect(_ rect: PointRect, radius: Double, line: Double, _ color: Color) {
    addBorder(
      RoundedRectangle(device(rect), cornerRadius: radius * scale), lineWidth: line * scale, color)
  }

  func addBorder(_ shape: RoundedRectangle, lineWidth: Double, _ color: Color) {
    guard color.alpha > 0, lineWidth > 0 else { return }
    addClipped(.border(shape, lineWidth: lineWidth, color), shape.rect)
  }

  func addPath(_ path: Path, within rect: DeviceRect, _ color: Color) {
    if color.alpha > 0 { addClipped(.path(path, color), rect) }
  }

  /// Adds a mask under a transform from its pixels to the canvas's.
  func addMask(_ mask: PlacedAsset, under map: AffineTransform, isUpright: Bool, _ color: Color) {
    guard color.alpha > 0 else { return }
    let whole = DeviceRect(mask.size.bounds)
    let box = DeviceRect(map.enclosingPixels(of: whole))
    guard isUpright else { return addClipped(.mappedMask(mask.asset, map, color), box) }
    // A rounding error must not cause a mask at its own size to be resampled.
    addClipped(
      .mask(
        mask.asset, rect: map.uprightRect(whole).mapped(DeviceGrid.withoutRoundingErrors), color),
      box)
  }
}

extension DeviceRect {
  /// Returns the intersection, empty if the rectangles do not overlap.
  func intersection(_ other: DeviceRect) -> DeviceRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return DeviceRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Whether the other rectangle crosses this one's edges only at whole pixels.
  fileprivate func cutsCleanly(_ other: DeviceRect) -> Bool {
    func isWhole(_ value: Double) -> Bool { value == value.rounded() }
    return (other.x >= x || isWhole(x)) && (other.y >= y || isWhole(y))
      && (other.maxX <= maxX || isWhole(maxX)) && (other.maxY <= maxY || isWhole(maxY))
  }
}

extension Color {
  /// Multiplies a document's color by a layer's opacity.
  init(_ color: DocumentColor, opacity: Double = 1) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    if opacity < 1 { alpha = UInt8((Double(alpha) * max(0, opacity)).rounded()) }
  }

  func withAlpha(_ alpha: UInt8) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
