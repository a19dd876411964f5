import HeaderModel
import PortableMath
import Raster
import Typesetting

/// Draws a text layer. The text is typeset once at the canvas's scale, then moved, scaled or
/// rotated.
struct TextDrawing {
  let store: AssetStore
  /// The layer, for messages.
  let location: String
  /// Whether the point size depends on the offset. If so, the text is typeset again for each
  /// distinguishable size and positioned at quarters of a pixel.
  let changesPointSize: Bool

  init(_ composer: HeaderComposer, of layer: LayerState) {
    store = composer.store
    location = "layer \(layer.id)"
    changesPointSize = composer.survey.changesPointSize(layer.index)
  }

  func draw(
    _ text: TextContent, _ frame: LayerFrame, in drawing: FrameDrawing
  ) throws(SceneError) {
    guard drawing.isVisible(frame.rect) || !frame.isUpright || text.lines == 1 else { return }
    guard let layout = try layout(of: text, in: frame.layer.size) else { return }
    let height = frame.layer.size.height
    let first =
      switch text.verticalAlignment {
      case .top: layout.firstBaseline
      case .center: (height - layout.height) / 2 + layout.firstBaseline
      case .bottom: height - layout.height + layout.firstBaseline
      case .baseline(let baseline): baseline
      }
    for (index, line) in layout.lines.enumerated() {
      try drawLine(
        line, baseline: first + layout.lineHeight * Double(index),
        share: text.alignment.share(rightToLeft: layout.isRightToLeft[index]), frame, in: drawing)
    }
  }

  /// Returns the lines of a text in a frame, or `nil` if its point size is 0.
  func layout(of text: TextContent, in frame: PointSize) throws(SceneError) -> TextLayout? {
    // Changing sizes are rounded to 1/32 device pixel, which bounds the number of texts of a long
    // scroll.
    let grain = 32 * store.scale
    let size =
      changesPointSize ? DeviceGrid.nearest(text.pointSize * grain) / grain : text.pointSize
    guard size > 0 else { return nil }
    var sized = text
    sized.pointSize = min(size, TextStyle.largestPointSize)
    // Keep only the properties that affect the layout.
    sized.values.keepTypesettingValues()
    return try store.layout(
      TextLayout.Key(
        text: sized, width: frame.width,
        height: text.values.has(.shrinkToFit) ? frame.height : nil),
      changesPointSize: changesPointSize, of: location)
  }

  private func drawLine(
    _ line: [TextLayout.Piece], baseline: Double, share: Double, _ frame: LayerFrame,
    in drawing: FrameDrawing
  ) throws(SceneError) {
    let pieces = line.filter { !$0.run.text.isEmpty }
    var advances: [Double] = []
    for piece in pieces {
      advances.append(try store.text(piece.run, of: location).shaped.advanceWidth)
    }
    // The horizontal anchor of the line. The fraction `share` of the line is left of it.
    let anchor = frame.layer.size.width * share
    let pivot = frame.zoom == nil ? anchor * store.scale : frame.map.a * anchor + frame.map.tx
    let start = pivot - advances.reduce(0, +) * share
    var offset = 0.0
    for (piece, advance) in zip(pieces, advances) {
      let color = Color(piece.color, opacity: frame.opacity)
      if let zoom = frame.zoom {
        try drawRun(
          piece.run, left: start + offset, isFirst: offset == 0, pivot: pivot, baseline: baseline,
          zoom: zoom, frame, color, in: drawing)
      } else {
        try drawTransformedRun(
          piece.run, left: start + offset, baseline: baseline, frame, color, in: drawing)
      }
      offset += advance
    }
  }

  /// Draws a run of an upright layer.
  ///
  /// Only the baseline's distance from the layer's top is rounded to device pixels. Therefore a
  /// text stays sharp while its layer moves by whole pixels, and follows movements by fractions. A
  /// layer with a zoom shows the text at zoom 1, scaled about its anchor.
  private func drawRun(
    _ run: TextRun, left: Double, isFirst: Bool, pivot: Double, baseline: Double, zoom: Double,
    _ frame: LayerFrame, _ color: Color, in drawing: FrameDrawing
  ) throws(SceneError) {
    let changesPointSize = changesPointSize && zoom == 1
    // Pieces after the first are positioned at quarters of a pixel, like letters within a line.
    let nearest =
      isFirst && !changesPointSize ? 4 * DeviceGrid.nearest(left) : DeviceGrid.nearest(left * 4)
    // A clamp far outside any canvas avoids an overflow.
    let quarters = Int(max(-0x1p32, min(0x1p32, nearest)))
    let (asset, shaped) = try store.text(run, quarters: quarters & 3, of: location)
    let whole = Double(quarters >> 2)
    let x = DeviceGrid.withoutRoundingErrors(zoom == 1 ? whole : pivot + (whole - pivot) * zoom)
    let top = frame.map.ty
    let down = baseline * store.scale
    let y =
      changesPointSize
      ? DeviceGrid.nearest(DeviceGrid.withoutRoundingErrors(top + down))
      : DeviceGrid.withoutRoundingErrors(top + DeviceGrid.nearest(down) * zoom)
    if color.alpha > 0, drawing.isVisible(shaped.inkRect(x: x, y: y, scale: zoom)) {
      drawing.add(.text(asset, x: x, y: y, scale: zoom, color))
    }
  }

  private func drawTransformedRun(
    _ run: TextRun, left: Double, baseline: Double, _ frame: LayerFrame, _ color: Color,
    in drawing: FrameDrawing
  ) throws(SceneError) {
    let (asset, shaped) = try store.text(run, of: location)
    let map = AffineTransform.translation(
      DeviceGrid.nearest(left), DeviceGrid.nearest(baseline * store.scale)
    ).then(.scale(1 / store.scale, 1 / store.scale)).then(frame.map)
    let box = DeviceRect(map.enclosingPixels(of: DeviceRect(shaped.ink)))
    if color.alpha > 0, drawing.isVisible(box) { drawing.add(.mappedText(asset, map, color)) }
  }
}
