package import PortableMath

/// A path of lines and curves in device pixels, with the origin at the top left and y pointing
/// down.
package struct Path: Hashable, Sendable {
  /// A position in device pixels, or the vector between two positions.
  package typealias Point = SIMD2<Double>

  enum Segment: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case close
  }

  private(set) var segments: [Segment] = []

  package init() {}

  package mutating func moveTo(_ x: Double, _ y: Double) {
    segments.append(.move(Point(x, y)))
  }

  /// Adds a straight line. Starts a contour if there is none.
  package mutating func lineTo(_ x: Double, _ y: Double) {
    segments.append(.line(Point(x, y)))
  }

  package mutating func quadTo(_ x1: Double, _ y1: Double, _ x: Double, _ y: Double) {
    segments.append(.quad(Point(x1, y1), Point(x, y)))
  }

  package mutating func cubicTo(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double
  ) {
    segments.append(.cubic(Point(x1, y1), Point(x2, y2), Point(x, y)))
  }

  package mutating func close() { segments.append(.close) }

  /// Adds a closed contour.
  package mutating func polygon(_ points: [Point]) {
    guard let first = points.first else { return }
    segments += [.move(first)] + points.dropFirst().map(Segment.line) + [.close]
  }

  /// Appends the contours of another path. If the first one starts with a line, it is not joined to
  /// the current contour.
  package mutating func append(_ other: Path) {
    guard case .line(let start) = other.segments.first else {
      segments += other.segments
      return
    }
    segments += [.move(start)] + other.segments.dropFirst()
  }

  package func transformed(by map: AffineTransform) -> Path {
    func moved(_ point: Point) -> Point { map.apply(point.x, point.y) }
    var result = Path()
    result.segments = segments.map { segment in
      switch segment {
      case .move(let end): .move(moved(end))
      case .line(let end): .line(moved(end))
      case .quad(let control, let end): .quad(moved(control), moved(end))
      case .cubic(let first, let second, let end): .cubic(moved(first), moved(second), moved(end))
      case .close: .close
      }
    }
    return result
  }

  /// The path as SVG path data in absolute coordinates.
  package var svgData: String {
    segments.map { segment in
      switch segment {
      case .move(let p): "M\(p.x) \(p.y)"
      case .line(let p): "L\(p.x) \(p.y)"
      case .quad(let c, let p): "Q\(c.x) \(c.y) \(p.x) \(p.y)"
      case .cubic(let c, let d, let p): "C\(c.x) \(c.y) \(d.x) \(d.y) \(p.x) \(p.y)"
      case .close: "Z"
      }
    }.joined()
  }

  /// The distance of the control points of an eighth of a circle from its ends, as a fraction of
  /// the radius: 4/3 tan(π/16). The curve deviates from the circle by less than 5 · 10⁻⁶ of its
  /// radius.
  private static let eighthArc = 0.265_216_489_839_544_0

  package static func circle(centerX: Double, centerY: Double, radius: Double) -> Path {
    ellipse(
      in: DeviceRect(
        x: centerX - radius, y: centerY - radius, width: 2 * radius, height: 2 * radius))
  }

  /// Returns a closed ellipse that touches all sides of `rect`. Empty if `rect` is empty.
  package static func ellipse(in rect: DeviceRect) -> Path {
    var path = Path()
    guard !rect.isEmpty else { return path }
    let radiusX = rect.width / 2
    let radiusY = rect.height / 2
    // Computed from the closer edges, so that the arcs touch them without rounding errors.
    let (left, top) = (rect.x + radiusX, rect.y + radiusY)
    let (right, bottom) = (rect.maxX - radiusX, rect.maxY - radiusY)
    path.moveTo(left, rect.y)
    path.addQuarter(Point(right, top), from: Point(0, -radiusY), to: Point(radiusX, 0))
    path.addQuarter(Point(right, bottom), from: Point(radiusX, 0), to: Point(0, radiusY))
    path.addQuarter(Point(left, bottom), from: Point(0, radiusY), to: Point(-radiusX, 0))
    path.addQuarter(Point(left, top), from: Point(-radiusX, 0), to: Point(0, -radiusY))
    path.close()
    return path
  }

  package static func rect(_ rect: DeviceRect) -> Path {
    var path = Path()
    path.polygon([
      Point(rect.x, rect.y), Point(rect.maxX, rect.y), Point(rect.maxX, rect.maxY),
      Point(rect.x, rect.maxY),
    ])
    return path
  }

  /// Adds a quarter of an ellipse, joined to the current point by a line.
  ///
  /// - Parameters:
  ///   - start: The start of the arc relative to the center.
  ///   - end: The end of the arc relative to the center.
  mutating func addQuarter(_ center: Point, from start: Point, to end: Point) {
    let half = 0.5.squareRoot()
    let near = Self.eighthArc
    func point(_ u: Double, _ v: Double) -> Point { center + u * start + v * end }
    segments += [
      .line(point(1, 0)),
      .cubic(point(1, near), point(half * (1 + near), half * (1 - near)), point(half, half)),
      .cubic(point(half * (1 - near), half * (1 + near)), point(near, 1), point(0, 1)),
    ]
  }

  /// A contour of straight lines.
  struct Polygon {
    var points: [Point]
    /// Whether a line connects the last point with the first.
    var isClosed: Bool

    /// The points without consecutive duplicates. If the contour is closed, the last point also
    /// differs from the first.
    var distinctPoints: [Point] {
      var result: [Point] = []
      for point in points where point != result.last { result.append(point) }
      if isClosed, result.count > 1, result.first == result.last { result.removeLast() }
      return result
    }
  }

  /// Returns twice the signed area of a contour. Positive if it turns from x to y.
  static func doubleArea(of points: [Point]) -> Double {
    zip(points.suffix(1) + points, points).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
  }

  /// The maximum deviation of a chord from its curve, in pixels.
  private static let tolerance = 1.0 / 256

  /// Returns the contours with curves replaced by chords. Omits contours that consist of a move
  /// only.
  func polygons() -> [Polygon] {
    var result: [Polygon] = []
    var points: [Point] = []
    func finish(closed: Bool) {
      if points.count > 1 || closed && !points.isEmpty {
        result.append(Polygon(points: points, isClosed: closed))
      }
    }
    for segment in segments {
      switch segment {
      case .move(let end):
        finish(closed: false)
        points = [end]
      case .line(let end): points.append(end)
      case .quad(let control, let end):
        let start = points.last ?? control
        // The same curve as a cubic, whose control points are at two thirds of the way to the
        // quadratic one.
        let share = 2.0 / 3
        points += Self.chords(
          start, start + (control - start) * share, end + (control - end) * share, end)
      case .cubic(let first, let second, let end):
        points += Self.chords(points.last ?? first, first, second, end)
      case .close:
        finish(closed: true)
        points = points.first.map { [$0] } ?? []
      }
    }
    finish(closed: false)
    return result
  }

  /// Returns the ends of equal parameter steps along a cubic, without its start.
  ///
  /// The number of steps is derived from the bound on second differences: with n steps, the
  /// distance of a chord is at most 6 m / (8 n²), where m is the larger second difference of the
  /// control points (G. Wang and W. Xu, "The termination criterion for subdivision of the rational
  /// Bézier curves", 1991).
  private static func chords(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    func bend(_ p: Point, _ q: Point, _ r: Point) -> Double { length(of: p - 2 * q + r) }
    let wanted = (0.75 * max(bend(a, b, c), bend(b, c, d)) / tolerance).squareRoot().rounded(.up)
    let steps = wanted.isFinite ? max(1, min(512, Int(wanted))) : 1
    return (1...steps).map { step in
      guard step < steps else { return d }
      let t = Double(step) / Double(steps)
      let s = 1 - t
      let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return wa * a + wb * b + wc * c + wd * d
    }
  }

  package static func length(of way: Point) -> Double {
    (way.x * way.x + way.y * way.y).squareRoot()
  }
}
