extension Path {
  /// One contour as straight lines.
  struct Polygon {
    var points: [Point]
    /// Whether a line leads from the last point back to the first.
    var isClosed: Bool
  }

  /// How far a chord may leave its curve, in pixels.
  private static let tolerance = 1.0 / 256

  /// The path's contours with curves replaced by chords; single points are left out.
  func polygons() -> [Polygon] {
    var result: [Polygon] = []
    var points: [Point] = []
    func finish(closed: Bool) {
      if points.count > 1 { result.append(Polygon(points: points, isClosed: closed)) }
    }
    for segment in segments {
      switch segment {
      case .move(let end):
        finish(closed: false)
        points = [end]
      case .line(let end):
        points.append(end)
      case .quad(let control, let end):
        let start = points.last ?? control
        // The same curve as a cubic: controls two thirds of the way to the quadratic one.
        points += Self.chords(
          start, Self.mixed(start, control, 2.0 / 3), Self.mixed(end, control, 2.0 / 3), end)
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

  private static func mixed(_ a: Point, _ b: Point, _ share: Double) -> Point {
    Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
  }

  /// Ends of equal steps along a cubic, its start left out.
  ///
  /// The number of steps is from the bound on second differences: the chord of one of n steps is at
  /// most 6 m / (8 n²) away, m the larger second difference of the control points (G. Wang and
  /// W. Xu, "The termination criterion for subdivision of the rational Bézier curves", 1991).
  private static func chords(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    func bend(_ p: Point, _ q: Point, _ r: Point) -> Double {
      let x = p.x - 2 * q.x + r.x
      let y = p.y - 2 * q.y + r.y
      return (x * x + y * y).squareRoot()
    }
    let wanted = (0.75 * max(bend(a, b, c), bend(b, c, d)) / tolerance).squareRoot().rounded(.up)
    let steps = wanted.isFinite ? max(1, min(512, Int(wanted))) : 1
    return (1...steps).map { step in
      guard step < steps else { return d }
      let t = Double(step) / Double(steps)
      let s = 1 - t
      let wa = s * s * s
      let wb = 3 * s * s * t
      let wc = 3 * s * t * t
      let wd = t * t * t
      return Point(
        x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
        y: wa * a.y + wb * b.y + wc * c.y + wd * d.y)
    }
  }
}
