public import Raster
import Typesetting

/// Turns layers into pixels. Reads only the assets that the layers name; safe on any thread.
public struct LayerPainter: Sendable {
  private let assets: SceneAssets

  /// Paints layers that refer to `assets`.
  public init(assets: SceneAssets) {
    self.assets = assets
  }

  /// Paints bottom to top over an opaque `background`.
  public func paint(_ layers: [Layer], size: PixelSize, background: Color) -> Pixmap {
    var canvas = Pixmap(size: size, fill: background)
    for layer in layers { paint(layer, onto: &canvas) }
    return canvas
  }

  private func paint(_ layer: Layer, onto canvas: inout Pixmap) {
    let clip = layer.clip
    switch layer.content {
    case .fill(let rect, let color):
      canvas.fill(rect, with: color, clip: clip)
    case .roundedFill(let shape, let color):
      canvas.fill(shape, with: color, clip: clip)
    case .roundedStroke(let shape, let lineWidth, let color):
      canvas.stroke(shape, lineWidth: lineWidth, with: color, clip: clip)
    case .picture(let id, let x, let y):
      guard let picture = assets.pictures[id] else { return }
      canvas.draw(picture, x: x, y: y, opacity: 255, clip: clip)
    case .scaledPicture(let id, let source, let rect, let opacity):
      guard let picture = assets.pictures[id] else { return }
      canvas.draw(picture, source: source, in: rect, shape: nil, opacity: opacity, clip: clip)
    case .fittedPicture(let id, let rect, let shape):
      guard let picture = assets.pictures[id] else { return }
      paintFitted(picture, rect: rect, shape: shape, clip: clip, onto: &canvas)
    case .crossfade(let under, let over, let alpha, let x, let y):
      guard let under = assets.pictures[under], let over = assets.pictures[over] else { return }
      canvas.drawCrossfade(from: under, to: over, alpha: alpha, x: x, y: y, clip: clip)
    case .text(let id, let x, let y, let scale, let color):
      paintText(assets.texts[id.index], x: x, y: y, scale: scale, color, clip, onto: &canvas)
    case .icon(let id, let x, let y, let color):
      let mask = assets.icons[id.index]
      let rect = DeviceRect(
        x: x, y: y, width: Double(mask.width), height: Double(mask.height))
      canvas.draw(mask, placedIn: rect, color: color, clip: clip)
    }
  }

  /// Resamples onto the canvas's own pixel grid first, so that a fractional place costs no
  /// sharpness, then lays the result within the shape.
  private func paintFitted(
    _ picture: Pixmap, rect: DeviceRect, shape: RoundedRectangle, clip: PixelRect,
    onto canvas: inout Pixmap
  ) {
    let pixels = rect.enclosingPixels.intersection(shape.rect.enclosingPixels)
      .intersection(clip).intersection(canvas.size.bounds)
    guard !pixels.isEmpty,
      let size = PixelSize(width: pixels.width, height: pixels.height)
    else { return }
    let horizontal = Double(picture.width) / rect.width
    let vertical = Double(picture.height) / rect.height
    let source = DeviceRect(
      x: (Double(pixels.x) - rect.x) * horizontal, y: (Double(pixels.y) - rect.y) * vertical,
      width: Double(pixels.width) * horizontal, height: Double(pixels.height) * vertical)
    var fitted = picture.resized(source: source, to: size, filter: .automatic)
    let local = DeviceRect(
      x: rect.x - Double(pixels.x), y: rect.y - Double(pixels.y), width: rect.width,
      height: rect.height)
    if local.x > 0 || local.y > 0 || local.maxX < Double(size.width)
      || local.maxY < Double(size.height)
    {
      // The picture ends within the shape: its own edges are cut to the fraction of a pixel.
      var cut = Pixmap(size: size)
      cut.draw(
        fitted, source: DeviceRect(size.bounds), in: DeviceRect(size.bounds),
        shape: RoundedRectangle(local, cornerRadius: 0), opacity: 255, clip: size.bounds)
      fitted = cut
    }
    canvas.draw(
      fitted, source: DeviceRect(size.bounds), in: DeviceRect(pixels), shape: shape, opacity: 255,
      clip: clip)
  }

  private func paintText(
    _ text: ShapedText, x: Double, y: Double, scale: Double, _ color: Color, _ clip: PixelRect,
    onto canvas: inout Pixmap
  ) {
    let rect = DeviceRect(
      x: x + Double(text.ink.x) * scale, y: y + Double(text.ink.y) * scale,
      width: Double(text.ink.width) * scale, height: Double(text.ink.height) * scale)
    if let mask = text.mask { canvas.draw(mask, placedIn: rect, color: color, clip: clip) }
    if let picture = text.picture {
      canvas.draw(
        picture, source: DeviceRect(picture.size.bounds), in: rect, shape: nil,
        opacity: color.alpha, clip: clip)
    }
  }
}

extension Pixmap {
  /// At whole pixels as it is, otherwise moved and scaled.
  fileprivate mutating func draw(
    _ mask: CoverageMask, placedIn rect: DeviceRect, color: Color, clip: PixelRect
  ) {
    if let pixels = rect.exactPixels, pixels.width == mask.width, pixels.height == mask.height {
      draw(mask, x: pixels.x, y: pixels.y, color: color, clip: clip)
    } else {
      draw(mask, in: rect, color: color, clip: clip)
    }
  }
}
