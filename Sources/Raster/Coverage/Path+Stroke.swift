package import PortableMath

extension CoverageMask {
  /// The area of each pixel that a line along a path covers, half its width on each side; its ends and
  /// corners are round.
  ///
  /// - Returns: nil if a coordinate is not finite or larger than 2^20, or the width is not above 0.
  package init?(stroking path: Path, width: Double, size: PixelSize) {
    guard width > 0, width <= 0x1p20 else { return nil }
    self.init(polygons: path.strokePieces(halfWidth: width / 2), size: size)
  }
}

extension Path {
  /// A line along the path as convex pieces of one winding direction: filled together they are its area.
  fileprivate func strokePieces(halfWidth: Double) -> [[Point]] {
    var pieces: [[Point]] = []
    for polygon in polygons() {
      let points = polygon.distinctPoints
      var discs = points[...]
      // A line without length has no direction, but round ends.
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
      result.polygon(
        points.indices.map { index in
          Path.moved(
            points[index], after: points[index == 0 ? points.count - 1 : index - 1],
            before: points[index + 1 == points.count ? 0 : index + 1], by: side)
        })
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
    return point + (first + second) * reach
  }

  /// Of length 1, to the left of the way from `a` to `b` where y grows downwards.
  private static func normal(_ a: Point, _ b: Point) -> Point {
    let way = b - a
    return Point(way.y, -way.x) / length(of: way)
  }
}
