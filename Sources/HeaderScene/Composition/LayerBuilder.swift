import HeaderModel
import Raster
import Typesetting

/// Collects the layers of one frame: takes points, gives device pixels.
struct LayerBuilder {
  /// Device pixels per point.
  let scale: Double
  /// The whole canvas in device pixels.
  let bounds: PixelRect
  /// Points that the screen is moved down on the canvas, for what stands above it.
  let screenTop: Double
  /// Whether view frames are rounded to device pixels, as a constraint solver does.
  let roundsFrames: Bool
  private let library: AssetLibrary
  private var clip: PixelRect
  private(set) var layers: [Layer] = []

  init(
    scale: Double, bounds: PixelRect, screenTop: Double, roundsFrames: Bool, library: AssetLibrary
  ) {
    self.scale = scale
    self.bounds = bounds
    self.screenTop = screenTop
    self.roundsFrames = roundsFrames
    self.library = library
    clip = bounds
  }

  /// Adds what `body` adds, cut to a rectangle in points.
  mutating func clipped(
    to rect: PointRect, _ body: (inout LayerBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    let outer = clip
    clip = outer.intersection(pixels(rect))
    if !clip.isEmpty { try body(&self) }
    clip = outer
  }

  mutating func add(_ content: Layer.Content) {
    layers.append(Layer(content, clip: clip))
  }

  mutating func fill(_ rect: PointRect, _ color: Color) {
    let rect = device(rect)
    if rect.enclosingPixels.intersection(clip).isEmpty { return }
    add(.fill(rect, color))
  }

  /// A line one device pixel thick whose upper edge lies at `y`.
  mutating func hairline(x: Double, y: Double, width: Double, _ color: Color) {
    fill(PointRect(x: x, y: y, width: width, height: 1 / scale), color)
  }

  mutating func roundedFill(_ rect: PointRect, radius: Double, _ color: Color) {
    add(.roundedFill(RoundedRectangle(device(rect), cornerRadius: radius * scale), color))
  }

  mutating func roundedStroke(_ rect: PointRect, radius: Double, line: Double, _ color: Color) {
    add(
      .roundedStroke(
        RoundedRectangle(device(rect), cornerRadius: radius * scale), lineWidth: line * scale,
        color))
  }

  /// A line of text whose baseline lies `baseline` points under `top`.
  ///
  /// The offset of the baseline is rounded to device pixels once, `top` is not: a text keeps its
  /// sharpness where its view moves by whole pixels, and moves by fractions where the view does.
  mutating func text(
    _ run: TextRun, _ anchor: TextAnchor, top: Double, baseline: Double, scaledBy zoom: Double = 1,
    _ color: Color
  ) throws(SceneError) {
    let key = TextKey(run: run, quarterPixels: 0)
    let (id, shaped) = try library.text(key, scale: scale)
    let x = anchor.left(of: shaped.advanceWidth * zoom, scale: scale).rounded()
    let y = (top + screenTop) * scale + (baseline * scale).rounded() * zoom
    addText(id, shaped, x: x, y: y, zoom: zoom, color)
  }

  /// A centred line of text at a quarter of a pixel, for one whose width changes from frame to frame.
  mutating func fineText(
    _ run: TextRun, center: Double, top: Double, baseline: Double, _ color: Color
  ) throws(SceneError) {
    let (_, whole) = try library.text(TextKey(run: run, quarterPixels: 0), scale: scale)
    let left = TextAnchor.center(center).left(of: whole.advanceWidth, scale: scale)
    let quarters = Int((left * 4).rounded(.down))
    let key = TextKey(run: run, quarterPixels: quarters & 3)
    let (id, shaped) = try library.text(key, scale: scale)
    let y = ((top + screenTop + baseline) * scale).rounded()
    addText(id, shaped, x: Double(quarters >> 2), y: y, zoom: 1, color)
  }

  private mutating func addText(
    _ id: TextID, _ shaped: ShapedText, x: Double, y: Double, zoom: Double, _ color: Color
  ) {
    let ink = DeviceRect(
      x: x + Double(shaped.ink.x) * zoom, y: y + Double(shaped.ink.y) * zoom,
      width: Double(shaped.ink.width) * zoom, height: Double(shaped.ink.height) * zoom)
    if ink.enclosingPixels.intersection(clip).isEmpty { return }
    add(.text(id, x: x, y: y, scale: zoom, color))
  }

  /// An icon whose box has its top left corner at (x, y) points, itself on a whole pixel.
  mutating func icon(_ icon: SceneIcon, x: Double, y: Double, _ color: Color) {
    guard let (id, margin) = library.icon(icon, scale: scale) else { return }
    let left = (x * scale).rounded() - Double(margin)
    let top = ((y + screenTop) * scale).rounded() - Double(margin)
    add(.icon(id, x: left, y: top, color))
  }

  /// A view's frame in device pixels, rounded where the style rounds.
  func frame(_ rect: PointRect) -> DeviceRect {
    let exact = device(rect)
    guard roundsFrames else { return exact }
    func nearest(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
    return DeviceRect(
      x: nearest(exact.x), y: nearest(exact.y), width: nearest(exact.width),
      height: nearest(exact.height))
  }

  func device(_ rect: PointRect) -> DeviceRect {
    DeviceRect(
      x: rect.x * scale, y: (rect.y + screenTop) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// Whole pixels nearest to the rectangle's edges.
  private func pixels(_ rect: PointRect) -> PixelRect {
    let exact = device(rect)
    let limit = DeviceRect(bounds)
    func edge(_ value: Double, _ low: Double, _ high: Double) -> Int {
      Int(max(low, min(high, value.rounded())))
    }
    let left = edge(exact.x, limit.x, limit.maxX)
    let top = edge(exact.y, limit.y, limit.maxY)
    return PixelRect(
      x: left, y: top, width: edge(exact.maxX, limit.x, limit.maxX) - left,
      height: edge(exact.maxY, limit.y, limit.maxY) - top)
  }
}
