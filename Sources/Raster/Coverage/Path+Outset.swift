extension Path {
  /// How far past a corner its edges may be prolonged, in distances.
  private static let miterLimit = 2.0

  /// The same area with its edges moved outwards, curves as lines.
  ///
  /// Outlines have to turn one way and the holes in them the other way, as the letters of a font
  /// do; what encloses more counts as outlines. Holes grow smaller.
  ///
  /// - Parameter distance: device pixels, 0...; 0 is the path itself. No point moves by more than twice
  ///   as much.
  package func outset(by distance: Double) -> Path {
    guard distance > 0 else { return self }
    let contours = polygons().map { Polygon(points: $0.points, isClosed: true).distinctPoints }
    let area = contours.reduce(0) { $0 + Path.doubleArea(of: $1) }
    // Where the area is positive the outside lies to the left of an edge.
    let side = area < 0 ? -distance : distance
    var result = Path()
    for points in contours where points.count > 2 {
      for index in points.indices {
        let point = Path.moved(
          points[index], after: points[index == 0 ? points.count - 1 : index - 1],
          before: points[index + 1 == points.count ? 0 : index + 1], by: side)
        if index == 0 { result.moveTo(point.x, point.y) } else { result.lineTo(point.x, point.y) }
      }
      result.close()
    }
    return result
  }

  /// A corner where both of its edges are moved by a distance.
  private static func moved(
    _ point: Point, after last: Point, before next: Point, by distance: Double
  ) -> Point {
    let (first, second) = (normal(last, point), normal(point, next))
    // The sum of the normals points along the bisector; its length falls with the angle.
    let cosine = first.x * second.x + first.y * second.y
    let reach = distance / max(1 + cosine, 2 / (miterLimit * miterLimit))
    return Point(
      x: point.x + (first.x + second.x) * reach, y: point.y + (first.y + second.y) * reach)
  }

  /// Of length 1, to the left of the way from `a` to `b` where y grows downwards.
  private static func normal(_ a: Point, _ b: Point) -> Point {
    let (x, y) = (b.x - a.x, b.y - a.y)
    let length = (x * x + y * y).squareRoot()
    return Point(x: y / length, y: -x / length)
  }
}
