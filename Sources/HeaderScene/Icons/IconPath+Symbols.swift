import Raster

extension IconPath {
  /// A glass of 13 points and its handle down to the right, lines a little over 1 point.
  static func magnifier() -> Path {
    var contours = IconContours()
    contours.ring(x: 6.6, y: 6.6, radius: 6.5, line: 1.1)
    contours.line((11.25, 11.25), (16.3, 16.3), width: 1.35)
    return contours.path
  }

  /// A filled heart, its lobes at the top, 92 % of the box.
  static func heart(side: Double) -> Path {
    let half: [[Double]] = [
      [0.22, 0.72, 0.04, 0.55, 0.04, 0.33],
      [0.04, 0.18, 0.15, 0.07, 0.285, 0.07],
      [0.375, 0.07, 0.455, 0.115, 0.50, 0.19],
    ]
    let other: [[Double]] = [
      [0.545, 0.115, 0.625, 0.07, 0.715, 0.07],
      [0.85, 0.07, 0.96, 0.18, 0.96, 0.33],
      [0.96, 0.55, 0.78, 0.72, 0.50, 0.93],
    ]
    var contours = IconContours()
    contours.curves(
      from: (0.50 * side, 0.93 * side), (half + other).map { $0.map { $0 * side } })
    return contours.path
  }

  /// The arrow, its tip at the box's corner; `rim` points wider on every side.
  static func pointer(rim: Double) -> Path {
    let arrow: [(x: Double, y: Double)] = [
      (0, 0), (0, 14.6), (3.4, 11.5), (5.6, 16.6), (8.0, 15.6), (5.8, 10.6), (10.5, 10.6),
    ]
    var contours = IconContours()
    contours.polygon(rim > 0 ? widened(arrow, by: rim) : arrow)
    return contours.path
  }

  /// A polygon with its sides moved outwards; corners sharper than about 70 degrees are cut off.
  /// The points run counter-clockwise as seen on screen.
  private static func widened(
    _ points: [(x: Double, y: Double)], by distance: Double
  ) -> [(x: Double, y: Double)] {
    var result: [(x: Double, y: Double)] = []
    for index in points.indices {
      let before = points[(index + points.count - 1) % points.count]
      let here = points[index]
      let after = points[(index + 1) % points.count]
      let (u, v) = (direction(before, here), direction(here, after))
      // Outwards is left of the way on a screen whose y grows downwards.
      let (n, m) = ((x: -u.y, y: u.x), (x: -v.y, y: v.x))
      let share = 1 + n.x * m.x + n.y * m.y
      if share > 0.65 || u.x * v.y - u.y * v.x > 0 {
        result.append(
          (here.x + distance * (n.x + m.x) / share, here.y + distance * (n.y + m.y) / share))
      } else {
        let past = distance * 0.55
        result.append(
          (here.x + distance * n.x + past * u.x, here.y + distance * n.y + past * u.y))
        result.append(
          (here.x + distance * m.x - past * v.x, here.y + distance * m.y - past * v.y))
      }
    }
    return result
  }

  /// One point long.
  private static func direction(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
  ) -> (x: Double, y: Double) {
    let (x, y) = (to.x - from.x, to.y - from.y)
    let length = (x * x + y * y).squareRoot()
    return (x / length, y / length)
  }
}
