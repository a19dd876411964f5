import CPango
import Raster

extension PangoLine {
  /// The line's picture, its origin lying at (x, y): where there is ink, in whole device pixels,
  /// the letters' coverage there, and the colour glyphs there.
  func paint(
    x: Double, y: Double
  ) throws(TypesettingError) -> (ink: PixelRect, mask: CoverageMask?, picture: Pixmap?) {
    let runs = runs()
    let outlines = try Canvas.endless()
    for run in runs where !run.isColored {
      cairo_move_to(outlines.context, x + run.penX, y)
      pango_cairo_glyph_string_path(outlines.context, run.font, run.glyphs)
    }
    let letterInk = PangoLine.filled(outlines.context)
    let ink = runs.filter(\.isColored).reduce(letterInk) { ink, run in
      ink.union(PangoLine.ink(ofColored: run, x: x, y: y))
    }
    let limit = Typesetter.largestInkSide
    guard ink.width <= limit, ink.height <= limit else {
      throw .inkTooLarge(width: ink.width, height: ink.height)
    }
    guard let size = PixelSize(width: ink.width, height: ink.height) else { return (ink, nil, nil) }

    var mask: CoverageMask?
    if !letterInk.isEmpty {
      let path = outlines.path()
        .transformed(scale: 1, translateX: -Double(ink.x), translateY: -Double(ink.y))
      mask = CoverageMask(filling: path, size: size)
    }
    var picture: Pixmap?
    if runs.contains(where: \.isColored) {
      let canvas = try Canvas(box: ink)
      for run in runs where run.isColored {
        cairo_move_to(canvas.context, x + run.penX, y)
        pango_cairo_show_glyph_string(canvas.context, run.font, run.glyphs)
      }
      picture = Pixmap(size: size, bytes: canvas.colors())
    }
    return (ink, mask, picture)
  }

  /// The pixels that filling the current path touches.
  private static func filled(_ context: OpaquePointer) -> PixelRect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_fill_extents(context, &left, &top, &right, &bottom)
    return covering(left: left, top: top, right: right, bottom: bottom)
  }

  private static func ink(ofColored run: Run, x: Double, y: Double) -> PixelRect {
    var ink = PangoRectangle()
    pango_glyph_string_extents(run.glyphs, run.font, &ink, nil)
    guard ink.width > 0, ink.height > 0 else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    let left = x + run.penX + pixels(ink.x)
    let top = y + pixels(ink.y)
    // A scaled bitmap spreads over its nominal edge.
    return covering(
      left: left - 1, top: top - 1,
      right: left + pixels(ink.width) + 1, bottom: top + pixels(ink.height) + 1)
  }

  private static func covering(
    left: Double, top: Double, right: Double, bottom: Double
  ) -> PixelRect {
    DeviceRect(x: left, y: top, width: right - left, height: bottom - top).enclosingPixels
  }
}
