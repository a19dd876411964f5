import CPango
import PortableMath
import Raster

extension PangoLine {
  /// Paints the line with its origin at (x, 0), in device pixels. Returns the bounding box of its
  /// ink, the coverage of the letters in this box, and the color glyphs in this box. `mask` is
  /// `nil` without letters, `picture` without color glyphs.
  func paint(
    x: Double
  ) throws(TypesettingError) -> (ink: PixelRect, mask: CoverageMask?, picture: Pixmap?) {
    let runs = runs()
    let outlines = try CairoSurface.unbounded()
    var letters = Path()
    var letterInk = PixelRect.empty
    for run in runs where !run.isColored {
      cairo_new_path(outlines.context)
      cairo_move_to(outlines.context, x + run.penX, 0)
      pango_cairo_glyph_string_path(outlines.context, run.font, run.glyphs)
      try outlines.requireSuccess()
      letterInk = letterInk.union(PangoLine.filled(outlines.context, thickening: thickening))
      // The contours of a font have consistent winding directions, as `outset` requires.
      letters.append(try outlines.path().outset(by: thickening / 2))
    }
    let ink = runs.filter(\.isColored).reduce(letterInk) { ink, run in
      ink.union(PangoLine.ink(ofColored: run, x: x))
    }
    let limit = Typesetter.largestInkSide
    guard ink.width <= limit, ink.height <= limit else {
      throw TypesettingError(
        "text of \(ink.width) x \(ink.height) pixels is too large; "
          + "give a smaller font or scale (at most \(limit) pixels a side)")
    }
    guard let size = PixelSize(width: ink.width, height: ink.height) else { return (ink, nil, nil) }

    var mask: CoverageMask?
    if !letterInk.isEmpty {
      mask = CoverageMask(
        filling: letters.transformed(by: .translation(-Double(ink.x), -Double(ink.y))), size: size)
    }
    var picture: Pixmap?
    if runs.contains(where: \.isColored) {
      let canvas = try CairoSurface(box: ink)
      for run in runs where run.isColored {
        cairo_move_to(canvas.context, x + run.penX, 0)
        pango_cairo_show_glyph_string(canvas.context, run.font, run.glyphs)
      }
      try canvas.requireSuccess()
      picture = Pixmap(size: size, bytes: canvas.colors())
    }
    return (ink, mask, picture)
  }

  /// Returns a bounding box of the pixels that filling the current path touches, after its edges
  /// move outward by half of `thickening` (in device pixels).
  private static func filled(_ context: OpaquePointer, thickening: Double) -> PixelRect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_fill_extents(context, &left, &top, &right, &bottom)
    guard right > left, bottom > top else { return PixelRect.empty }
    // Corners move by up to twice the distance of the edges.
    return covering(left, top, right, bottom, outside: thickening)
  }

  private static func ink(ofColored run: Run, x: Double) -> PixelRect {
    var ink = PangoRectangle()
    pango_glyph_string_extents(run.glyphs, run.font, &ink, nil)
    guard ink.width > 0, ink.height > 0 else { return PixelRect.empty }
    let (left, top) = (x + run.penX + pixels(ink.x), pixels(ink.y))
    // A scaled bitmap extends beyond its nominal edge.
    return covering(left, top, left + pixels(ink.width), top + pixels(ink.height), outside: 1)
  }

  private static func covering(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, outside: Double
  ) -> PixelRect {
    let (x, y) = (left - outside, top - outside)
    return DeviceRect(x: x, y: y, width: right + outside - x, height: bottom + outside - y)
      .enclosingPixels
  }
}

/// A cairo image surface, or a recording surface for paths. Owns the surface and its context.
struct CairoSurface: ~Copyable {
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let box: PixelRect

  /// Creates a transparent image of `box`.
  init(box: PixelRect) throws(TypesettingError) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(box.width), Int32(box.height))
    try self.init(surface: surface, box: box)
    cairo_translate(context, -Double(box.x), -Double(box.y))
  }

  /// Creates an unbounded surface for paths. An image surface would omit glyphs outside of it, even
  /// from paths.
  static func unbounded() throws(TypesettingError) -> CairoSurface {
    try CairoSurface(
      surface: cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil),
      box: PixelRect.empty)
  }

  private init(surface: OpaquePointer?, box: PixelRect) throws(TypesettingError) {
    let context = cairo_create(surface)
    guard let surface, let context, cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw .library("cairo has no memory for \(box.width) x \(box.height) pixels")
    }
    self.surface = surface
    self.context = context
    self.box = box
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Checks for errors in drawing, after which cairo continues silently.
  ///
  /// - Throws: An error if cairo reported one.
  func requireSuccess() throws(TypesettingError) {
    switch cairo_status(context) {
    case CAIRO_STATUS_SUCCESS: return
    case CAIRO_STATUS_NO_MEMORY: throw .memory
    case let status: throw .library(String(cString: cairo_status_to_string(status)))
    }
  }

  /// Returns the current path. Outlines are filled by ``CoverageMask`` instead of cairo, because
  /// its coverage is exact and does not depend on the version of cairo.
  func path() throws(TypesettingError) -> Path {
    var result = Path()
    guard let traced = cairo_copy_path(context) else { throw .memory }
    defer { cairo_path_destroy(traced) }
    guard traced.pointee.status == CAIRO_STATUS_SUCCESS else { throw .memory }
    guard let data = traced.pointee.data else { return result }
    let count = Int(traced.pointee.num_data)
    var index = 0
    while index < count {
      let header = data[index].header
      let next = index + Int(header.length)
      guard header.length > 0, next <= count else { break }
      func point(_ number: Int) -> (x: Double, y: Double) {
        (data[index + number].point.x, data[index + number].point.y)
      }
      switch (header.type, header.length) {
      case (CAIRO_PATH_MOVE_TO, 2): result.moveTo(point(1).x, point(1).y)
      case (CAIRO_PATH_LINE_TO, 2): result.lineTo(point(1).x, point(1).y)
      case (CAIRO_PATH_CURVE_TO, 4):
        let (first, second, end) = (point(1), point(2), point(3))
        result.cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
      case (CAIRO_PATH_CLOSE_PATH, _): result.close()
      default: break
      }
      index = next
    }
    return result
  }

  /// Returns the pixels as premultiplied RGBA without padding.
  func colors() -> [UInt8] {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var result: [UInt8] = []
    result.reserveCapacity(box.width * box.height * 4)
    for y in 0..<box.height {
      let row = UnsafeRawBufferPointer(start: data + y * stride, count: box.width * 4)
      // A pixel is a 32-bit integer in native byte order, alpha in the highest byte.
      for pixel in row.bindMemory(to: UInt32.self) {
        result.append(UInt8(pixel >> 16 & 255))
        result.append(UInt8(pixel >> 8 & 255))
        result.append(UInt8(pixel & 255))
        result.append(UInt8(pixel >> 24))
      }
    }
    return result
  }
}

extension Typesetter {
  package static var libraryVersion: String {
    pango_version_string().map { String(cString: $0) } ?? "unknown"
  }
}
