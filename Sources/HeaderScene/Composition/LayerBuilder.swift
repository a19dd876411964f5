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
    fill(device(rect), color)
  }

  mutating func fill(_ rect: DeviceRect, _ color: Color) {
    if isSeen(rect) { add(.fill(rect, color)) }
  }

  /// A line one device pixel thick whose upper edge lies at `y`.
  mutating func hairline(x: Double, y: Double, width: Double, _ color: Color) {
    fill(PointRect(x: x, y: y, width: width, height: 1 / scale), color)
  }

  mutating func roundedFill(_ rect: PointRect, radius: Double, _ color: Color) {
    let shape = RoundedRectangle(device(rect), cornerRadius: radius * scale)
    if isSeen(shape.rect) { add(.roundedFill(shape, color)) }
  }

  mutating func roundedStroke(_ rect: PointRect, radius: Double, line: Double, _ color: Color) {
    let shape = RoundedRectangle(device(rect), cornerRadius: radius * scale)
    if isSeen(shape.rect) { add(.roundedStroke(shape, lineWidth: line * scale, color)) }
  }

  /// A line of text whose baseline lies `baseline` points under `top`.
  ///
  /// The offset of the baseline is rounded to device pixels once, `top` is not: a text keeps its
  /// sharpness where its view moves by whole pixels, and moves by fractions where the view does. A
  /// zoomed text is the text at zoom 1, enlarged about the anchor.
  mutating func text(
    _ run: TextRun, _ anchor: TextAnchor, top: Double, baseline: Double, scaledBy zoom: Double = 1,
    _ color: Color
  ) throws(SceneError) {
    let key = TextKey(run: run, quarterPixels: 0)
    let (id, shaped) = try library.text(key, scale: scale)
    let left = DeviceGrid.nearest(anchor.left(of: shaped.advanceWidth, scale: scale))
    let pivot = anchor.x * scale
    let x = zoom == 1 ? left : pivot + (left - pivot) * zoom
    let y = (top + screenTop) * scale + DeviceGrid.nearest(baseline * scale) * zoom
    addText(id, shaped, x: DeviceGrid.fine(x), y: DeviceGrid.fine(y), zoom: zoom, color)
  }

  /// A centred line of text at a quarter of a pixel, for one whose width changes from frame to frame.
  mutating func fineText(
    _ run: TextRun, center: Double, top: Double, baseline: Double, _ color: Color
  ) throws(SceneError) {
    let (_, whole) = try library.text(TextKey(run: run, quarterPixels: 0), scale: scale)
    let left = TextAnchor.center(center).left(of: whole.advanceWidth, scale: scale)
    let quarters = Int(DeviceGrid.nearest(left * 4))
    let key = TextKey(run: run, quarterPixels: quarters & 3)
    let (id, shaped) = try library.text(key, scale: scale)
    let y = DeviceGrid.nearest(DeviceGrid.fine((top + screenTop + baseline) * scale))
    addText(id, shaped, x: Double(quarters >> 2), y: y, zoom: 1, color)
  }

  private mutating func addText(
    _ id: TextID, _ shaped: ShapedText, x: Double, y: Double, zoom: Double, _ color: Color
  ) {
    let ink = DeviceRect(
      x: x + Double(shaped.ink.x) * zoom, y: y + Double(shaped.ink.y) * zoom,
      width: Double(shaped.ink.width) * zoom, height: Double(shaped.ink.height) * zoom)
    if isSeen(ink) { add(.text(id, x: x, y: y, scale: zoom, color)) }
  }

  /// An icon that stands still: the top left corner of its box lies on the pixel nearest to (x, y)
  /// points.
  mutating func icon(_ icon: SceneIcon, x: Double, y: Double, _ color: Color) {
    guard let (id, margin) = library.icon(icon, scale: scale) else { return }
    let place = device(PointRect(x: x, y: y, width: 0, height: 0))
    add(
      .icon(
        id, x: DeviceGrid.nearest(place.x) - Double(margin),
        y: DeviceGrid.nearest(place.y) - Double(margin), color))
  }

  /// An icon that moves up and down with the content, by fractions of a pixel where that does.
  mutating func movingIcon(_ icon: SceneIcon, _ rect: PointRect, _ color: Color) {
    let place = device(rect)
    guard isSeen(place), let (id, margin) = library.icon(icon, scale: scale) else { return }
    add(
      .icon(
        id, x: DeviceGrid.nearest(place.x) - Double(margin), y: place.y - Double(margin), color))
  }

  /// A view's frame in device pixels, rounded where the style rounds.
  func frame(_ rect: PointRect) -> DeviceRect {
    let exact = device(rect)
    guard roundsFrames else { return exact }
    return DeviceRect(
      x: DeviceGrid.nearest(exact.x), y: DeviceGrid.nearest(exact.y),
      width: DeviceGrid.nearest(exact.width), height: DeviceGrid.nearest(exact.height))
  }

  /// The rectangle in device pixels, on the fine grid.
  func device(_ rect: PointRect) -> DeviceRect {
    DeviceRect(
      x: DeviceGrid.fine(rect.x * scale), y: DeviceGrid.fine((rect.y + screenTop) * scale),
      width: DeviceGrid.fine(rect.width * scale), height: DeviceGrid.fine(rect.height * scale))
  }

  /// Points, rounded to whole device pixels.
  func wholePixels(_ length: Double) -> Double {
    DeviceGrid.nearest(DeviceGrid.fine(length * scale)) / scale
  }

  /// Whether any of it lies within what is painted now.
  private func isSeen(_ rect: DeviceRect) -> Bool {
    !rect.enclosingPixels.intersection(clip).isEmpty
  }

  /// Whole pixels nearest to the rectangle's edges.
  private func pixels(_ rect: PointRect) -> PixelRect {
    let exact = device(rect)
    let limit = DeviceRect(bounds)
    func edge(_ value: Double, _ low: Double, _ high: Double) -> Int {
      Int(max(low, min(high, DeviceGrid.nearest(value))))
    }
    let left = edge(exact.x, limit.x, limit.maxX)
    let top = edge(exact.y, limit.y, limit.maxY)
    return PixelRect(
      x: left, y: top, width: edge(exact.maxX, limit.x, limit.maxX) - left,
      height: edge(exact.maxY, limit.y, limit.maxY) - top)
  }
}
