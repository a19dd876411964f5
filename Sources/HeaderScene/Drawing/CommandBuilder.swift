import HeaderModel
import PortableMath
import Raster

/// Collects the commands of one frame and cuts them to what can be seen.
struct CommandBuilder {
  /// Device pixels per point.
  let scale: Double
  let bounds: PixelRect
  /// Points that the screen is moved down on the canvas, for what stands above it.
  let screenTop: Double
  /// Points that it is moved to the right, for what stands beside it.
  let screenLeft: Double
  private(set) var clip: Clip
  private(set) var commands: [DrawingCommand] = []

  /// What the layers around a layer let through.
  struct Clip {
    /// Whole pixels, edges rounded to the nearest: for what is not resampled while it moves.
    var pixels: PixelRect
    /// The edges themselves: for shapes and pictures, whose edges cover pixels in part.
    var rect: DeviceRect
  }

  init(scale: Double, bounds: PixelRect, screenTop: Double, screenLeft: Double) {
    self.scale = scale
    self.bounds = bounds
    self.screenTop = screenTop
    self.screenLeft = screenLeft
    clip = Clip(pixels: bounds, rect: DeviceRect(bounds))
  }

  // MARK: - Coordinates

  func map(_ transform: LayerTransform) -> AffineTransform {
    AffineTransform(
      a: transform.a * scale, b: transform.b * scale, c: transform.c * scale,
      d: transform.d * scale, tx: (transform.tx + screenLeft) * scale,
      ty: (transform.ty + screenTop) * scale)
  }

  /// A rectangle in points of the screen as device pixels, on the fine grid.
  func device(_ rect: PointRect) -> DeviceRect {
    DeviceRect(
      x: (rect.x + screenLeft) * scale, y: (rect.y + screenTop) * scale,
      width: rect.width * scale, height: rect.height * scale
    ).mapped(DeviceGrid.fine)
  }

  // MARK: - Clipping

  /// Adds what `body` adds, cut to a rectangle in device pixels.
  mutating func clipped(
    to rect: DeviceRect, _ body: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    let outer = clip
    clip = Clip(
      pixels: outer.pixels.intersection(nearestPixels(rect)),
      rect: outer.rect.intersection(rect))
    if !clip.rect.isEmpty { try body(&self) }
    clip = outer
  }

  /// Adds what `body` adds as one picture: within a shape, at an opacity, with a colour laid over what
  /// it paints.
  mutating func grouped(
    within shape: GroupShape = .all, bounds: PixelRect, opacity: UInt8, tint: Color = .clear,
    _ body: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    let area = bounds.intersection(clip.rect.enclosingPixels)
    guard !area.isEmpty, opacity > 0 else { return }
    let before = commands
    commands = []
    try body(&self)
    let inner = commands
    commands = before
    guard !inner.isEmpty else { return }
    commands.append(
      DrawingCommand(
        content: .group(inner, bounds: area, within: shape, opacity: opacity, tint: tint),
        clip: area))
  }

  /// Adds the shadow of what `body` adds, which is itself not added; lengths in device pixels.
  mutating func shadow(
    sigma: Double, x: Double, y: Double, _ color: Color, store: AssetStore,
    _ body: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    guard color.alpha > 0 else { return }
    // What lies outside of the canvas may cast a shadow into it.
    let reach = Int(min(4096, (4 * sigma + max(x.magnitude, y.magnitude)).rounded(.up))) + 1
    var inner = self
    inner.commands = []
    let around = inner.clip.pixels
    inner.clip.pixels = PixelRect(
      x: around.x - reach, y: around.y - reach, width: around.width + 2 * reach,
      height: around.height + 2 * reach)
    inner.clip.rect = DeviceRect(inner.clip.pixels)
    try body(&inner)
    let boxes = inner.commands.map { $0.extent(store.assets).intersection($0.clip) }
    guard let first = boxes.first(where: { !$0.isEmpty }) else { return }
    let bounds = boxes.reduce(first) { $1.isEmpty ? $0 : $0.union($1) }
    add(.shadow(inner.commands, bounds: bounds, sigma: sigma, x: x, y: y, color))
  }

  /// Whole pixels nearest to the rectangle's edges.
  private func nearestPixels(_ rect: DeviceRect) -> PixelRect {
    let limit = DeviceRect(bounds)
    func edge(_ value: Double, _ low: Double, _ high: Double) -> Int {
      Int(max(low, min(high, DeviceGrid.nearest(value))))
    }
    let left = edge(rect.x, limit.x, limit.maxX)
    let top = edge(rect.y, limit.y, limit.maxY)
    return PixelRect(
      x: left, y: top, width: edge(rect.maxX, limit.x, limit.maxX) - left,
      height: edge(rect.maxY, limit.y, limit.maxY) - top)
  }

  /// Whether any of it lies within what is painted now.
  func isSeen(_ rect: DeviceRect) -> Bool {
    !rect.enclosingPixels.intersection(clip.rect.enclosingPixels).isEmpty
  }

  // MARK: - Commands

  /// Adds what keeps its own pixel grid: cut to whole pixels.
  mutating func add(_ content: DrawingCommand.Content) {
    if !clip.pixels.isEmpty { commands.append(DrawingCommand(content: content, clip: clip.pixels)) }
  }

  /// Adds a shape or a picture that lies within the clip's edges but for whole pixels.
  mutating func addShape(_ content: DrawingCommand.Content) {
    let pixels = clip.rect.enclosingPixels
    if !pixels.isEmpty { commands.append(DrawingCommand(content: content, clip: pixels)) }
  }

  mutating func fill(_ rect: PointRect, _ color: Color) {
    fill(RoundedRectangle(device(rect), cornerRadius: 0), color)
  }

  mutating func roundedFill(_ rect: PointRect, radius: Double, _ color: Color) {
    fill(RoundedRectangle(device(rect), cornerRadius: radius * scale), color)
  }

  mutating func roundedBorder(_ rect: PointRect, radius: Double, line: Double, _ color: Color) {
    border(
      RoundedRectangle(device(rect), cornerRadius: radius * scale), lineWidth: line * scale, color)
  }

  mutating func fill(_ shape: RoundedRectangle, _ color: Color) {
    guard color.alpha > 0, isSeen(shape.rect) else { return }
    guard shape.cornerRadius > 0 else {
      let rect = shape.rect.intersection(clip.rect)
      if !rect.isEmpty { addShape(.fill(RoundedRectangle(rect, cornerRadius: 0), color)) }
      return
    }
    addCut(.fill(shape, color), shape.rect)
  }

  mutating func gradient(_ shape: RoundedRectangle, _ gradient: Gradient) {
    guard isSeen(shape.rect) else { return }
    addCut(.gradient(shape, gradient), shape.rect)
  }

  mutating func border(_ shape: RoundedRectangle, lineWidth: Double, _ color: Color) {
    guard color.alpha > 0, lineWidth > 0, isSeen(shape.rect) else { return }
    addCut(.border(shape, lineWidth: lineWidth, color), shape.rect)
  }

  mutating func path(_ path: Path, within rect: DeviceRect, _ color: Color) {
    guard color.alpha > 0, isSeen(rect) else { return }
    addCut(.path(path, color), rect)
  }

  /// Adds what covers `rect`: cut to whole pixels where it stands out of an edge of the clip that
  /// lies within a pixel.
  mutating func addCut(_ content: DrawingCommand.Content, _ rect: DeviceRect) {
    if clip.rect.cutsCleanly(rect) { addShape(content) } else { add(content) }
  }
}

extension DeviceRect {
  /// What both cover; empty where they do not meet.
  func intersection(_ other: DeviceRect) -> DeviceRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return DeviceRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Whether the other one stands out of this one's whole-pixel edges at most.
  func cutsCleanly(_ other: DeviceRect) -> Bool {
    func isWhole(_ value: Double) -> Bool { value == value.rounded() }
    return (other.x >= x || isWhole(x)) && (other.y >= y || isWhole(y))
      && (other.maxX <= maxX || isWhole(maxX)) && (other.maxY <= maxY || isWhole(maxY))
  }
}

extension Color {
  /// A document's colour at a layer's opacity.
  init(_ color: DocumentColor, opacity: Double = 1) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    if opacity < 1 { alpha = UInt8((Double(alpha) * max(0, opacity)).rounded()) }
  }
}
