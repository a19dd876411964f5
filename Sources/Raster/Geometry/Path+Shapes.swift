extension Path {
  /// How far the control points of an eighth of a circle stand from its ends, as a share of the
  /// radius: 4/3 tan(π/16); the curve leaves the circle by less than 5 · 10⁻⁶ of its radius.
  private static let eighthArc = 0.265_216_489_839_544_0

  /// A closed circle.
  public static func circle(centerX: Double, centerY: Double, radius: Double) -> Path {
    ellipse(
      in: DeviceRect(
        x: centerX - radius, y: centerY - radius, width: 2 * radius, height: 2 * radius))
  }

  /// The closed ellipse that touches all sides of `rect`.
  public static func ellipse(in rect: DeviceRect) -> Path {
    rounded(rect, radiusX: rect.width / 2, radiusY: rect.height / 2)
  }

  /// A closed rectangle.
  public static func rect(_ rect: DeviceRect) -> Path {
    rounded(rect, radiusX: 0, radiusY: 0)
  }

  /// A closed rectangle with circular corners.
  public static func roundedRect(_ shape: RoundedRectangle) -> Path {
    let radius = max(
      0, min(shape.cornerRadius, shape.rect.width / 2, shape.rect.height / 2))
    return rounded(shape.rect, radiusX: radius, radiusY: radius)
  }

  private static func rounded(_ rect: DeviceRect, radiusX: Double, radiusY: Double) -> Path {
    let left = rect.x
    let top = rect.y
    let right = rect.maxX
    let bottom = rect.maxY
    var path = Path()
    guard radiusX > 0, radiusY > 0 else {
      path.moveTo(left, top)
      path.lineTo(right, top)
      path.lineTo(right, bottom)
      path.lineTo(left, bottom)
      path.close()
      return path
    }
    path.moveTo(left + radiusX, top)
    path.addCorner(right - radiusX, top + radiusY, 0, -radiusY, radiusX, 0)
    path.addCorner(right - radiusX, bottom - radiusY, radiusX, 0, 0, radiusY)
    path.addCorner(left + radiusX, bottom - radiusY, 0, radiusY, -radiusX, 0)
    path.addCorner(left + radiusX, top + radiusY, -radiusX, 0, 0, -radiusY)
    path.close()
    return path
  }

  /// A line to the start of a quarter of an ellipse around (x, y), then the arc.
  ///
  /// The arc begins at (ux, uy) from its centre and ends at (vx, vy).
  private mutating func addCorner(
    _ x: Double, _ y: Double, _ ux: Double, _ uy: Double, _ vx: Double, _ vy: Double
  ) {
    let half = 0.5.squareRoot()
    let near = Self.eighthArc
    func point(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
      (x + u * ux + v * vx, y + u * uy + v * vy)
    }
    func arc(
      _ first: (x: Double, y: Double), _ second: (x: Double, y: Double),
      _ end: (x: Double, y: Double)
    ) {
      cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
    }
    let start = point(1, 0)
    lineTo(start.x, start.y)
    arc(point(1, near), point(half * (1 + near), half * (1 - near)), point(half, half))
    arc(point(half * (1 - near), half * (1 + near)), point(near, 1), point(0, 1))
  }
}
