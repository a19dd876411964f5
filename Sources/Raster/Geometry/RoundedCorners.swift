package import PortableMath

extension Path {
  /// Returns a closed rectangle with circular corners. Radii are limited to half the shorter side.
  ///
  /// - Parameter reversed: Whether to reverse the winding direction, to cut a hole with the
  ///   non-zero rule.
  package static func roundedRect(
    _ rect: DeviceRect, radii: RoundedCorners, reversed: Bool = false
  ) -> Path {
    let maxRadius = min(rect.width, rect.height) / 2
    let r = radii.mapped { max(0, min($0, maxRadius)) }
    // Corners in clockwise order: center, radius, and unit vectors to the start and end of the arc.
    let corners: [(x: Double, y: Double, r: Double, u: Point, v: Point)] = [
      (rect.maxX - r.topRight, rect.y + r.topRight, r.topRight, [0, -1], [1, 0]),
      (rect.maxX - r.bottomRight, rect.maxY - r.bottomRight, r.bottomRight, [1, 0], [0, 1]),
      (rect.x + r.bottomLeft, rect.maxY - r.bottomLeft, r.bottomLeft, [0, 1], [-1, 0]),
      (rect.x + r.topLeft, rect.y + r.topLeft, r.topLeft, [-1, 0], [0, -1]),
    ]
    var path = Path()
    for corner in reversed ? corners.reversed() : corners {
      let (u, v) = reversed ? (corner.v, corner.u) : (corner.u, corner.v)
      path.addQuarter(Point(corner.x, corner.y), from: corner.r * u, to: corner.r * v)
    }
    path.close()
    return path
  }

  /// Returns a border of `lineWidth` along the inside of a rounded rectangle, to be filled with the
  /// non-zero rule.
  package static func roundedBorder(
    _ rect: DeviceRect, radii: RoundedCorners, lineWidth: Double
  ) -> Path {
    var path = roundedRect(rect, radii: radii)
    let maxRadius = min(rect.width, rect.height) / 2
    guard lineWidth < maxRadius else { return path }
    let inner = radii.mapped { max(0, min($0, maxRadius) - lineWidth) }
    path.append(roundedRect(rect.inset(by: lineWidth), radii: inner, reversed: true))
    return path
  }
}
