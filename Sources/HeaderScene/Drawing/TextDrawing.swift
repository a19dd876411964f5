import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Draws texts: set once at the canvas's scale, then moved, enlarged or turned.
struct TextDrawing {
  let store: AssetStore
  let place: String
  /// Whether the text's size follows the offset: it is then set anew for every size that can be
  /// told apart, at quarters of a pixel.
  let isFine: Bool

  func draw(
    _ text: TextContent, of layer: LayerState, _ frame: LayerFrame, opacity: Double,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    guard builder.isSeen(frame.rect) || !frame.isUpright || text.lines == 1 else { return }
    guard let layout = try layout(of: text, in: layer.size) else { return }
    let first = firstBaseline(text, layout, height: layer.size.height)
    for (index, line) in layout.lines.enumerated() {
      try draw(
        line, baseline: first + layout.lineHeight * Double(index),
        share: text.alignment.share(rightToLeft: layout.isRightToLeft[index]),
        width: layer.size.width, frame, opacity: opacity, to: &builder)
    }
  }

  /// The lines of a text in a frame; nil for a text without size.
  func layout(of text: TextContent, in frame: PointSize) throws(SceneError) -> TextLayout? {
    let pointSize = self.pointSize(text.pointSize, scale: store.scale)
    guard pointSize > 0 else { return nil }
    return try store.layout(
      TextLayout.Key(
        text: sized(text, pointSize), width: frame.width,
        height: text.values.has(.shrinkToFit) ? frame.height : nil), isFine: isFine, of: place)
  }

  /// Sizes that change are set in 1/32 device pixels, so that the texts of a long scroll are as
  /// many as can be told apart.
  private func pointSize(_ size: Double, scale: Double) -> Double {
    guard isFine else { return min(size, TextStyle.largestPointSize) }
    let grain = 32 * scale
    return min(DeviceGrid.nearest(size * grain) / grain, TextStyle.largestPointSize)
  }

  /// The text without what its layout does not depend on.
  private func sized(_ text: TextContent, _ pointSize: Double) -> TextContent {
    var text = text
    text.pointSize = pointSize
    text.values.keepSetting()
    return text
  }

  /// Points from the layer's top.
  private func firstBaseline(_ text: TextContent, _ layout: TextLayout, height: Double) -> Double {
    switch text.verticalAlignment {
    case .top: layout.firstBaseline
    case .center: (height - layout.height) / 2 + layout.firstBaseline
    case .bottom: height - layout.height + layout.firstBaseline
    case .baseline(let baseline): baseline
    }
  }

  // MARK: - One line

  private func draw(
    _ line: [TextLayout.Piece], baseline: Double, share: Double, width: Double,
    _ frame: LayerFrame, opacity: Double, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let pieces = line.filter { !$0.run.text.isEmpty }
    var advance = 0.0
    for piece in pieces {
      advance += try store.text(TextKey(run: piece.run, quarterPixels: 0), of: place).1.advanceWidth
    }
    // The point of the layer that the line is held at; `share` of the line lies left of it.
    let anchor = width * share
    var offset = 0.0
    for piece in pieces {
      let next = try store.text(TextKey(run: piece.run, quarterPixels: 0), of: place).1.advanceWidth
      let color = Color(piece.color, opacity: opacity)
      if let zoom = frame.zoom {
        let pivot = frame.map.a * anchor + frame.map.tx
        let left = pivot - advance * share + offset
        try draw(
          piece.run, left: left, isFirst: offset == 0, pivot: pivot, baseline: baseline, zoom: zoom,
          frame, color, to: &builder)
      } else {
        let left = anchor * builder.scale - advance * share + offset
        try drawMapped(
          piece.run, left: left, baseline: baseline, frame, color, to: &builder)
      }
      offset += next
    }
  }

  /// The offset of the baseline is rounded to device pixels once, the layer's top is not: a text
  /// keeps its sharpness where its layer moves by whole pixels, and moves by fractions where the
  /// layer does. An enlarged text is the text at zoom 1, enlarged about the point it is held at.
  private func draw(
    _ run: TextRun, left: Double, isFirst: Bool, pivot: Double, baseline: Double, zoom: Double,
    _ frame: LayerFrame, _ color: Color, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let isFine = isFine && zoom == 1
    // A piece behind another one is set at a quarter of a pixel, as letters within a line are.
    let nearest = isFirst && !isFine ? 4 * DeviceGrid.nearest(left) : DeviceGrid.nearest(left * 4)
    // Far beyond any canvas a text is as unseen as at its edge.
    let quarters = Int(max(-0x1p32, min(0x1p32, nearest)))
    let (asset, shaped) = try store.text(TextKey(run: run, quarterPixels: quarters & 3), of: place)
    let whole = Double(quarters >> 2)
    let x = DeviceGrid.fine(zoom == 1 ? whole : pivot + (whole - pivot) * zoom)
    let (top, down) = (frame.map.ty, baseline * builder.scale)
    let y =
      isFine
      ? DeviceGrid.nearest(DeviceGrid.fine(top + down))
      : DeviceGrid.fine(top + DeviceGrid.nearest(down) * zoom)
    guard color.alpha > 0, builder.isSeen(shaped.inkRect(x: x, y: y, scale: zoom)) else { return }
    builder.add(.text(asset, x: x, y: y, scale: zoom, color))
  }

  private func drawMapped(
    _ run: TextRun, left: Double, baseline: Double, _ frame: LayerFrame, _ color: Color,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    let (asset, shaped) = try store.text(TextKey(run: run, quarterPixels: 0), of: place)
    let map = AffineTransform.translation(
      DeviceGrid.nearest(left), DeviceGrid.nearest(baseline * builder.scale)
    ).then(.scale(1 / builder.scale, 1 / builder.scale)).then(frame.map)
    let box = DeviceRect(map.enclosingPixels(of: DeviceRect(shaped.ink)))
    guard color.alpha > 0, builder.isSeen(box) else { return }
    builder.add(.mappedText(asset, map, color))
  }
}
