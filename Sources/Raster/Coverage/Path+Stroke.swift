package import PortableMath

extension CoverageMask {
  /// Creates a mask of a stroke along a path, centered on the path, with round caps and joins.
  ///
  /// `nil` if a coordinate is not finite or exceeds 2^20, or if the width is not positive.
  package init?(stroking path: Path, width: Double, size: PixelSize) {
    guard width > 0, width <= 0x1p20 else { return nil }
    self.init(polygons: path.strokePieces(halfWidth: width / 2), size: size)
  }
}

extension Path {
  /// Returns the stroke as convex polygons with the same winding direction. Their union is its
  /// area.
  fileprivate func strokePieces(halfWidth: Double) -> [[Point]] {
    var pieces: [[Point]] = []
    for polygon in polygons() {
      let points = polygon.distinctPoints
      var discs = points[...]
      // A line of zero length has round caps but no direction.
      if points.count > 1 {
        let next = points.dropFirst() + (polygon.isClosed ? points.prefix(1) : [])
        for (a, b) in zip(points, next) {
          let way = b - a
          let normal = Point(-way.y, way.x) * (halfWidth / Path.length(of: way))
          pieces.append([a + normal, b + normal, b - normal, a - normal])
        }
        if !polygon.isClosed {
          discs = discs.dropFirst().dropLast() + [points[0]] + points.suffix(1)
        }
      }
      for center in discs {
        let disc = Path.circle(centerX: center.x, centerY: center.y, radius: halfWidth)
        pieces += disc.polygons().map(\.points)
      }
    }
    return pieces.map { Path.doubleArea(of: $0) < 0 ? $0.reversed() : $0 }
  }
}

extension Path {
  /// The maximum distance by which a corner may move, as a multiple of the offset.
  private static let miterLimit = 2.0

  /// Returns the path with its edges moved outward, and curves approximated by lines. Holes shrink.
  ///
  /// Outlines must have one winding direction and holes the other, as in fonts. The direction that
  /// encloses more area is that of outlines.
  ///
  /// - Parameter distance: The offset in device pixels, at least 0. 0 returns the path itself. A
  ///   point moves by at most twice the offset.
  package func outset(by distance: Double) -> Path {
    guard distance > 0 else { return self }
    let contours = polygons().map { Polygon(points: $0.points, isClosed: true).distinctPoints }
    let area = contours.reduce(0) { $0 + Path.doubleArea(of: $1) }
    // If the area is positive, the outside is to the left of an edge.
    let side = area < 0 ? -distance : distance
    var result = Path()
    for points in contours where points.count > 2 {
      result.polygon(
        points.indices.map { index in
          Path.moved(
            points[index], after: points[index == 0 ? points.count - 1 : index - 1],
            before: points[index + 1 == points.count ? 0 : index + 1], by: side)
        })
    }
    return result
  }

  /// Returns a corner after both of its edges were moved by `distance`.
  private static func moved(
    _ point: Point, after last: Point, before next: Point, by distance: Double
  ) -> Point {
    let (first, second) = (normal(last, point), normal(point, next))
    // The sum of the normals points along the bisector. Its length decreases with the angle.
    let cosine = first.x * second.x + first.y * second.y
    let reach = distance / max(1 + cosine, 2 / (miterLimit * miterLimit))
    return point + (first + second) * reach
  }

  /// Returns the unit normal of an edge, to the left of the direction from `a` to `b` if y points
  /// down.
  private static func normal(_ a: Point, _ b: Point) -> Point {
    let way = b - a
    return Point(way.y, -way.x) / length(of: way)
  }
}
