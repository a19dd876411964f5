import HeaderModel
import Raster

/// Contours of icons, in points. Holes run in the opposite direction, so that the non-zero winding
/// rule leaves them unfilled.
extension Path {
  /// The distance of a quarter circle's control points from its ends as a fraction of the radius:
  /// 4/3 (√2 - 1).
  private static let quarterArc = 0.552_284_749_830_793_4
  /// The cosine and sine of 45 degrees.
  private static let diagonal = 0.707_106_781_186_547_5

  /// Adds a rectangle with circular corners. `hole` cuts it out.
  mutating func rounded(
    x: Double, y: Double, width: Double, height: Double, radius: Double, hole: Bool = false
  ) {
    let r = min(radius, width / 2, height / 2)
    let near = r * (1 - Self.quarterArc)
    let (right, bottom) = (x + width, y + height)
    // Clockwise from the top right: start, two control points and end of each corner's arc.
    let arcs = [
      SIMD8(right - r, y, right - near, y, right, y + near, right, y + r),
      SIMD8(right, bottom - r, right, bottom - near, right - near, bottom, right - r, bottom),
      SIMD8(x + r, bottom, x + near, bottom, x, bottom - near, x, bottom - r),
      SIMD8(x, y + r, x, y + near, x + near, y, x + r, y),
    ]
    moveTo(x + r, y)
    for (index, a) in (hole ? arcs.reversed() : arcs).enumerated() {
      if hole {
        if index > 0 { lineTo(a[6], a[7]) }
        cubicTo(a[4], a[5], a[2], a[3], a[0], a[1])
      } else {
        lineTo(a[0], a[1])
        cubicTo(a[2], a[3], a[4], a[5], a[6], a[7])
      }
    }
    close()
  }

  mutating func disc(x: Double, y: Double, radius: Double, hole: Bool = false) {
    rounded(
      x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius: radius,
      hole: hole)
  }

  mutating func ring(x: Double, y: Double, radius: Double, line: Double) {
    disc(x: x, y: y, radius: radius)
    disc(x: x, y: y, radius: radius - line, hole: true)
  }

  /// Adds a straight line with round ends.
  mutating func line(_ from: Point, _ to: Point, width: Double) {
    let way = to - from
    let normal = Point(-way.y, way.x) * (width / 2 / Path.length(of: way))
    polygon([from - normal, to - normal, to + normal, from + normal])
    disc(x: from.x, y: from.y, radius: width / 2)
    disc(x: to.x, y: to.y, radius: width / 2)
  }

  /// Adds a quarter of a ring that opens upward around (x, y). If `inner` is 0, it is a wedge.
  mutating func upperQuarter(x: Double, y: Double, outer: Double, inner: Double) {
    let d = Self.diagonal
    // A control point is `bend` radii along the tangent, which is at 45 degrees at both ends.
    let bend = Self.quarterArc * d
    func point(_ radius: Double, _ u: Double, _ v: Double) -> Point {
      Point(x + radius * u, y + radius * v)
    }
    let start = point(outer, -d, -d)
    let (c1, c2) = (point(outer, bend - d, -d - bend), point(outer, d - bend, -d - bend))
    let end = point(outer, d, -d)
    moveTo(start.x, start.y)
    cubicTo(c1.x, c1.y, c2.x, c2.y, end.x, end.y)
    let back = point(inner, d, -d)
    lineTo(back.x, back.y)
    if inner > 0 {
      let (c3, c4) = (point(inner, d - bend, -d - bend), point(inner, bend - d, -d - bend))
      let last = point(inner, -d, -d)
      cubicTo(c3.x, c3.y, c4.x, c4.y, last.x, last.y)
    }
    close()
  }

  /// Adds a closed contour of cubic curves.
  mutating func curves(from start: Point, _ curves: [[Double]]) {
    moveTo(start.x, start.y)
    for c in curves where c.count == 6 { cubicTo(c[0], c[1], c[2], c[3], c[4], c[5]) }
    close()
  }
}

extension Path {
  /// Converts SVG path data. Units are the data's own, y points down.
  init(_ data: PathData) {
    self.init()
    var last = (x: 0.0, y: 0.0)
    for step in data.steps {
      switch step {
      case .move(let end):
        moveTo(end.x, end.y)
        last = end
      case .line(let end):
        lineTo(end.x, end.y)
        last = end
      case .quad(let control, let end):
        quadTo(control.x, control.y, end.x, end.y)
        last = end
      case .cubic(let first, let second, let end):
        cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
        last = end
      case .arc(let radii, let rotation, let isLarge, let isClockwise, let end):
        arcTo(
          from: Point(last.x, last.y), to: Point(end.x, end.y), radii: radii, rotation: rotation,
          isLarge: isLarge, isClockwise: isClockwise)
        last = end
      // Parsed data have a move after each close, so `last` need not be updated.
      case .close: close()
      }
    }
  }

  /// Adds an SVG arc as cubic curves (SVG 2, "Elliptical arc implementation notes"), with square
  /// roots instead of angles. On the unit circle an arc is halved until it is at most a quarter.
  /// The control points of an arc θ are 4/3 tan(θ/4) from its ends.
  private mutating func arcTo(
    from start: Point, to end: Point, radii: (x: Double, y: Double), rotation: Double,
    isLarge: Bool, isClockwise: Bool
  ) {
    var (rx, ry) = (abs(radii.x), abs(radii.y))
    guard start != end else { return }
    guard rx > 0, ry > 0 else { return lineTo(end.x, end.y) }
    let turn = AffineTransform.rotation(degrees: rotation)
    guard let back = turn.inverse else { return }
    // Half the vector from the end to the start, in the ellipse's axes.
    let half = back.apply((start.x - end.x) / 2, (start.y - end.y) / 2)
    let share = (half.x / rx) * (half.x / rx) + (half.y / ry) * (half.y / ry)
    if share > 1 {
      rx *= share.squareRoot()
      ry *= share.squareRoot()
    }
    // On the unit circle both ends are half a chord from the chord's middle.
    let chord = half / Point(rx, ry)
    let squared = chord.x * chord.x + chord.y * chord.y
    let reach = (max(0, 1 - squared) / squared).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = Point(reach * chord.y, -reach * chord.x)
    let toEllipse = AffineTransform.translation(center.x, center.y)
      .then(.scale(rx, ry)).then(turn)
      .then(.translation((start.x + end.x) / 2, (start.y + end.y) / 2))
    // The curve ends at the data's end point, whatever the rounding of the roots.
    addUnitArc(
      chord - center, -chord - center, isClockwise: isClockwise, under: toEllipse, end: end)
  }

  /// Adds the arc of the unit circle from `u` to `v`. `end` is the image of `v`, if it is known
  /// exactly.
  private mutating func addUnitArc(
    _ u: Point, _ v: Point, isClockwise: Bool, under map: AffineTransform, end: Point? = nil
  ) {
    let side: Double = isClockwise ? 1 : -1
    let cross = side * (u.x * v.y - u.y * v.x)
    let dot = u.x * v.x + u.y * v.y
    if cross < 0 || dot < -1e-9 {
      // More than a quarter: split at the middle, which is on the opposite side if the arc is more
      // than a half.
      let sum = u + v
      let length = Path.length(of: sum)
      let middle =
        length < 1e-9 ? Point(-side * u.y, side * u.x) : sum * ((cross < 0 ? -1 : 1) / length)
      addUnitArc(u, middle, isClockwise: isClockwise, under: map)
      addUnitArc(middle, v, isClockwise: isClockwise, under: map, end: end)
      return
    }
    let halfCosine = ((1 + min(1, dot)) / 2).squareRoot()
    let reach = side * 4 / 3 * ((1 - halfCosine) / (1 + halfCosine)).squareRoot()
    let first = map.apply(u.x - reach * u.y, u.y + reach * u.x)
    let second = map.apply(v.x + reach * v.y, v.y - reach * v.x)
    let end = end ?? map.apply(v.x, v.y)
    cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
  }
}
