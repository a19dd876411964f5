extension Path {
  /// Control points of a quarter circle, as a share of the radius: 4/3 (√2 − 1); the curve leaves
  /// the circle by at most 0.03 % of its radius.
  private static let quarterArc = 0.552_284_749_830_793_4

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
    let nearX = radiusX * (1 - quarterArc)
    let nearY = radiusY * (1 - quarterArc)
    path.moveTo(left + radiusX, top)
    path.lineTo(right - radiusX, top)
    path.cubicTo(right - nearX, top, right, top + nearY, right, top + radiusY)
    path.lineTo(right, bottom - radiusY)
    path.cubicTo(right, bottom - nearY, right - nearX, bottom, right - radiusX, bottom)
    path.lineTo(left + radiusX, bottom)
    path.cubicTo(left + nearX, bottom, left, bottom - nearY, left, bottom - radiusY)
    path.lineTo(left, top + radiusY)
    path.cubicTo(left, top + nearY, left + nearX, top, left + radiusX, top)
    path.close()
    return path
  }
}
