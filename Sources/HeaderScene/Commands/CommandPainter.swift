package import PortableMath
package import Raster
package import Typesetting

/// The pictures, texts and masks that drawing commands refer to by index. Painters share them.
package struct DrawingAssets: Sendable {
  package var pictures: [Pixmap] = []
  package var texts: [ShapedText] = []
  package var masks: [CoverageMask] = []

  package var bytes: Int {
    pictures.reduce(0) { $0 + $1.bytes.count }
      + masks.reduce(0) { $0 + $1.width * $1.height }
      + texts.reduce(0) { $0 + $1.ink.width * $1.ink.height }
  }
}

/// Paints drawing commands into pixels. Reads only the assets that the commands name, so several
/// threads can paint at once.
package struct CommandPainter: Sendable {
  private let assets: DrawingAssets

  package init(assets: DrawingAssets) {
    self.assets = assets
  }

  /// Returns a canvas of `size` pixels with `commands` painted over an opaque `background`, the
  /// first at the bottom.
  package func paint(_ commands: [DrawingCommand], size: PixelSize, background: Color) -> Pixmap {
    var canvas = CommandCanvas(assets: assets, canvas: Pixmap(size: size, fill: background))
    for command in commands { canvas.paint(command) }
    return canvas.canvas
  }
}

private struct CommandCanvas {
  let assets: DrawingAssets
  var canvas: Pixmap
  /// The clip of the command being painted.
  var clip = PixelRect.empty

  private var visible: PixelRect { clip.intersection(canvas.size.bounds) }

  mutating func paint(_ command: DrawingCommand) {
    clip = command.clip
    switch command.content {
    case .fill(let shape, let color):
      canvas.fill(shape, with: color, clip: clip)
    case .gradient(let shape, let gradient):
      canvas.fill(shape, with: gradient, clip: clip)
    case .border(let shape, let lineWidth, let color):
      canvas.stroke(shape, lineWidth: lineWidth, with: color, clip: clip)
    case .path(let path, let color):
      guard let mask = PlacedMask(filling: path, within: visible) else { return }
      canvas.draw(mask, color: color, clip: clip)
    case .pathGradient(let path, let gradient):
      guard let mask = PlacedMask(filling: path, within: visible) else { return }
      canvas.fill(mask, with: gradient, clip: clip)
    case .picture(let asset, let x, let y, let opacity):
      canvas.draw(assets.pictures[asset.index], x: x, y: y, opacity: opacity, clip: clip)
    case .scaledPicture(let asset, let source, let rect, let shape, let opacity):
      canvas.draw(
        assets.pictures[asset.index], source: source, in: rect, shape: shape, opacity: opacity,
        clip: clip)
    case .fittedPicture(let asset, let rect, let shape, let opacity):
      paintFitted(assets.pictures[asset.index], rect: rect, shape: shape, opacity)
    case .mappedPicture(let asset, let map, let outline, let opacity):
      canvas.draw(
        assets.pictures[asset.index], under: map, within: outline, opacity: opacity, clip: clip)
    case .crossfade(let under, let over, let alpha, let x, let y):
      canvas.drawCrossfade(
        from: assets.pictures[under.index], to: assets.pictures[over.index], alpha: alpha, x: x,
        y: y, clip: clip)
    case .text(let asset, let x, let y, let scale, let color):
      let text = assets.texts[asset.index]
      let rect = text.inkRect(x: x, y: y, scale: scale)
      if let mask = text.mask { canvas.draw(mask, in: rect, color: color, clip: clip) }
      if let picture = text.picture {
        canvas.draw(
          picture, source: DeviceRect(picture.size.bounds), in: rect, shape: nil,
          opacity: color.alpha, clip: clip)
      }
    case .mappedText(let asset, let map, let color):
      let text = assets.texts[asset.index]
      let placed = AffineTransform.translation(Double(text.ink.x), Double(text.ink.y)).then(map)
      if let mask = text.mask { drawMask(mask, under: placed, color) }
      if let picture = text.picture {
        canvas.draw(picture, under: placed, opacity: color.alpha, clip: clip)
      }
    case .mask(let asset, let rect, let color):
      canvas.draw(assets.masks[asset.index], in: rect, color: color, clip: clip)
    case .mappedMask(let asset, let map, let color):
      drawMask(assets.masks[asset.index], under: map, color)
    case .shadow(let commands, let bounds, let sigma, let x, let y, let color):
      paintShadow(commands, bounds, sigma, x, y, color)
    case .backdrop(let blur, let outline):
      guard let mask = PlacedMask(filling: outline, within: visible) else { return }
      canvas.filterBackdrop(blur, through: mask, clip: clip)
    case .group(let commands, let bounds, let shape, let opacity, let tint):
      paintGroup(commands, bounds.intersection(visible), shape, opacity, tint)
    case .projected(let commands, let bounds, let map):
      guard let flat = painted(commands, bounds) else { return }
      canvas.draw(flat, x: bounds.x, y: bounds.y, projectedBy: map, clip: clip)
    }
  }

  /// Resamples the picture to the canvas's pixel grid first, so that a fractional position costs no
  /// sharpness, then draws the result clipped to the shape.
  private mutating func paintFitted(
    _ picture: Pixmap, rect: DeviceRect, shape: RoundedRectangle, _ opacity: UInt8
  ) {
    let pixels = rect.enclosingPixels.intersection(shape.rect.enclosingPixels).intersection(visible)
    guard let size = PixelSize(width: pixels.width, height: pixels.height) else { return }
    let source = DeviceRect(pixels).moved(x: -rect.x, y: -rect.y)
      .scaled(Double(picture.width) / rect.width, Double(picture.height) / rect.height)
    var fitted = picture.resized(source: source, to: size, filter: .automatic)
    let whole = DeviceRect(size.bounds)
    let local = rect.moved(x: -Double(pixels.x), y: -Double(pixels.y))
    if local.x > 0 || local.y > 0 || local.maxX < whole.width || local.maxY < whole.height {
      // The picture ends inside the shape: clip it at its own edges, to a fraction of a pixel.
      var cut = Pixmap(size: size)
      cut.draw(
        fitted, source: whole, in: whole, shape: RoundedRectangle(local, cornerRadius: 0),
        opacity: 255, clip: size.bounds)
      fitted = cut
    }
    canvas.draw(
      fitted, source: whole, in: DeviceRect(pixels), shape: shape, opacity: opacity, clip: clip)
  }

  private mutating func drawMask(_ mask: CoverageMask, under map: AffineTransform, _ color: Color) {
    guard let mapped = PlacedMask(mask, under: map, within: visible) else { return }
    canvas.draw(mapped, color: color, clip: clip)
  }

  /// Returns the commands painted on a transparent canvas of the area's size, or `nil` if the area
  /// is empty.
  private func painted(_ commands: [DrawingCommand], _ area: PixelRect) -> Pixmap? {
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    var group = CommandCanvas(assets: assets, canvas: Pixmap(size: size))
    for command in commands { group.paint(command.moved(x: -area.x, y: -area.y)) }
    return group.canvas
  }

  /// Returns the area of a copy of the canvas on which the commands have been painted, so that
  /// backdrop filters see the canvas behind their group. Blending the opaque copy in at an opacity
  /// gives the same result as blending the group in. `nil` if the area is empty.
  private func paintedOver(_ commands: [DrawingCommand], _ area: PixelRect) -> Pixmap? {
    guard !area.isEmpty else { return nil }
    var copy = CommandCanvas(assets: assets, canvas: canvas)
    for var command in commands {
      command.clip = command.clip.intersection(area)
      copy.paint(command)
    }
    return copy.canvas.cropped(to: area)
  }

  private mutating func paintShadow(
    _ commands: [DrawingCommand], _ bounds: PixelRect, _ sigma: Double, _ x: Double, _ y: Double,
    _ color: Color
  ) {
    guard let group = painted(commands, bounds) else { return }
    let mask = PlacedMask(CoverageMask(alphaOf: group), x: bounds.x, y: bounds.y)
    let shadow = mask.gaussianBlurred(sigma: sigma)
    canvas.draw(
      shadow.mask, in: DeviceRect(shadow.bounds).moved(x: x, y: y), color: color, clip: clip)
  }

  private mutating func paintGroup(
    _ commands: [DrawingCommand], _ area: PixelRect, _ shape: GroupShape, _ opacity: UInt8,
    _ tint: Color
  ) {
    let readsBackdrop = commands.contains(where: \.readsBackdrop)
    guard
      var group = readsBackdrop ? paintedOver(commands, area) : painted(commands, area)
    else { return }
    group.tint(with: tint)
    let mask: PlacedMask?
    switch shape {
    case .all: return canvas.draw(group, x: area.x, y: area.y, opacity: opacity, clip: area)
    case .outline(let outline): mask = PlacedMask(filling: outline, within: area)
    case .outside(let outline): mask = PlacedMask(outside: outline, within: area)
    case .gradient(let gradient): mask = gradient.mask(of: area)
    }
    guard let mask else { return }
    canvas.draw(group, x: area.x, y: area.y, through: mask.scaled(by: opacity), clip: area)
  }
}
