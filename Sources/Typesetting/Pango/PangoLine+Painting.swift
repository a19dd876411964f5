import CPango
import Raster

extension PangoLine {
  /// Where the line has ink when its origin lies at (x, y), in whole device pixels.
  func ink(x: Double, y: Double) throws(TypesettingError) -> PixelRect {
    let probe = try Canvas(CAIRO_FORMAT_A8, PixelRect(x: 0, y: 0, width: 1, height: 1))
    var box = PixelRect(x: 0, y: 0, width: 0, height: 0)
    if trace(on: probe, x: x, y: y) {
      var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
      cairo_fill_extents(probe.context, &left, &top, &right, &bottom)
      box = PangoLine.covering(left, top, right, bottom)
    }
    for run in runs() where run.isColored {
      var glyphInk = PangoRectangle()
      pango_glyph_string_extents(run.glyphs, run.font, &glyphInk, nil)
      let left = x + run.penX + PangoLine.pixels(glyphInk.x)
      let top = y + PangoLine.pixels(glyphInk.y)
      // A scaled bitmap may blur over its nominal edge.
      box = box.union(
        PangoLine.covering(
          left - 1, top - 1, left + PangoLine.pixels(glyphInk.width) + 1,
          top + PangoLine.pixels(glyphInk.height) + 1))
    }
    return box
  }

  /// The letters' coverage inside `box`; nil where there are none.
  func mask(x: Double, y: Double, box: PixelRect) throws(TypesettingError) -> CoverageMask? {
    guard let size = PixelSize(width: box.width, height: box.height) else { return nil }
    let canvas = try Canvas(CAIRO_FORMAT_A8, box)
    guard trace(on: canvas, x: x, y: y) else { return nil }
    cairo_fill(canvas.context)
    return CoverageMask(size: size, bytes: canvas.rows(bytesPerPixel: 1))
  }

  /// The colour glyphs inside `box`; nil where there are none.
  func picture(x: Double, y: Double, box: PixelRect) throws(TypesettingError) -> Pixmap? {
    let colored = runs().filter(\.isColored)
    guard !colored.isEmpty, let size = PixelSize(width: box.width, height: box.height) else {
      return nil
    }
    let canvas = try Canvas(CAIRO_FORMAT_ARGB32, box)
    for run in colored {
      cairo_move_to(canvas.context, x + run.penX, y)
      pango_cairo_show_glyph_string(canvas.context, run.font, run.glyphs)
    }
    return Pixmap(size: size, bytes: PangoLine.rgba(nativeARGB: canvas.rows(bytesPerPixel: 4)))
  }

  /// Makes the outlines of all letters the current path; false where there are none.
  private func trace(on canvas: borrowing Canvas, x: Double, y: Double) -> Bool {
    var found = false
    for run in runs() where !run.isColored {
      cairo_move_to(canvas.context, x + run.penX, y)
      pango_cairo_glyph_string_path(canvas.context, run.font, run.glyphs)
      found = true
    }
    return found
  }

  private static func covering(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> PixelRect {
    DeviceRect(x: left, y: top, width: right - left, height: bottom - top).enclosingPixels
  }

  /// Cairo keeps a pixel as one 32-bit number in the machine's byte order, alpha highest.
  private static func rgba(nativeARGB: [UInt8]) -> [UInt8] {
    let red = 1.littleEndian == 1 ? 2 : 1
    let step = 1.littleEndian == 1 ? -1 : 1
    let alpha = 1.littleEndian == 1 ? 3 : 0
    return [UInt8](unsafeUninitializedCapacity: nativeARGB.count) { buffer, count in
      for pixel in stride(from: 0, to: nativeARGB.count, by: 4) {
        for channel in 0..<3 {
          buffer[pixel + channel] = nativeARGB[pixel + red + step * channel]
        }
        buffer[pixel + 3] = nativeARGB[pixel + alpha]
      }
      count = nativeARGB.count
    }
  }
}

/// A piece of the plane to draw on. Owns cairo's surface and context.
private struct Canvas: ~Copyable {
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let box: PixelRect

  /// The canvas shows `box` of the plane; it starts transparent.
  init(_ format: cairo_format_t, _ box: PixelRect) throws(TypesettingError) {
    let surface = cairo_image_surface_create(format, Int32(box.width), Int32(box.height))
    let context = cairo_create(surface)
    guard let surface, let context, cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw .libraryFailed("cairo has no memory for \(box.width) x \(box.height) pixels")
    }
    cairo_translate(context, -Double(box.x), -Double(box.y))
    self.surface = surface
    self.context = context
    self.box = box
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// The pixels without padding between rows.
  func rows(bytesPerPixel: Int) -> [UInt8] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let width = box.width * bytesPerPixel
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(width * box.height)
    for row in 0..<box.height {
      result.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width))
    }
    return result
  }
}
