import CPango
import Raster

/// A piece of the plane to draw on. Owns cairo's surface and context.
struct Canvas: ~Copyable {
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let box: PixelRect

  /// A picture of `box`; starts transparent.
  init(box: PixelRect) throws(TypesettingError) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(box.width), Int32(box.height))
    try self.init(surface: surface, box: box)
    cairo_translate(context, -Double(box.x), -Double(box.y))
  }

  /// The whole plane, for paths only: on a picture cairo leaves out glyphs beyond its edges, from
  /// paths as well.
  static func endless() throws(TypesettingError) -> Canvas {
    try Canvas(
      surface: cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil),
      box: PixelRect(x: 0, y: 0, width: 0, height: 0))
  }

  private init(surface: OpaquePointer?, box: PixelRect) throws(TypesettingError) {
    let context = cairo_create(surface)
    guard let surface, let context, cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw .libraryFailed("cairo has no memory for \(box.width) x \(box.height) pixels")
    }
    self.surface = surface
    self.context = context
    self.box = box
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// What was traced so far. The outlines are filled by our own rasterizer: its coverage is exact
  /// and the same with every version of cairo.
  func path() -> Path {
    var result = Path()
    guard let traced = cairo_copy_path(context) else { return result }
    defer { cairo_path_destroy(traced) }
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

  /// Premultiplied red, green, blue, alpha, rows without padding.
  func colors() -> [UInt8] {
    // Cairo keeps a pixel as one 32-bit number in the machine's byte order, alpha highest.
    let native = rows()
    let isLittleEndian = 1.littleEndian == 1
    return native.indices.map { index in
      let first = index & ~3
      return switch (index & 3, isLittleEndian) {
      case (3, true): native[first + 3]
      case (let channel, true): native[first + 2 - channel]
      case (3, false): native[first]
      case (let channel, false): native[first + 1 + channel]
      }
    }
  }

  private func rows() -> [UInt8] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let width = box.width * 4
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(width * box.height)
    for row in 0..<box.height {
      result.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width))
    }
    return result
  }
}
