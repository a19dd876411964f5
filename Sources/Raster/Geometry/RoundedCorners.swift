package import PortableMath

extension Path {
  /// A closed rectangle with circular corners, each at most half the shorter side.
  ///
  /// - Parameter reversed: the other way around, to cut a hole under non-zero winding.
  package static func roundedRect(
    _ rect: DeviceRect, radii: RoundedCorners, reversed: Bool = false
  ) -> Path {
    let most = min(rect.width, rect.height) / 2
    let r = radii.mapped { max(0, min($0, most)) }
    // Corner by corner clockwise: centre, radius, and the unit steps to the arc's start and end.
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

  /// A line of `lineWidth` along the inside of a rounded rectangle's edge, to be filled by
  /// non-zero winding.
  package static func roundedBorder(
    _ rect: DeviceRect, radii: RoundedCorners, lineWidth: Double
  ) -> Path {
    var path = roundedRect(rect, radii: radii)
    let most = min(rect.width, rect.height) / 2
    guard lineWidth < most else { return path }
    let inner = radii.mapped { max(0, min($0, most) - lineWidth) }
    path.append(roundedRect(rect.inset(by: lineWidth), radii: inner, reversed: true))
    return path
  }
}
