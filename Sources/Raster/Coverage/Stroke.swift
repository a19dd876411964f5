package import PortableMath

extension CoverageMask {
  /// The area of each pixel that a line along a path covers, half its width on each side.
  ///
  /// - Returns: nil if a coordinate is not finite or larger than 2^20, or the width is not above 0.
  package init?(
    stroking path: Path, width: Double, size: PixelSize, cap: LineCap = .butt,
    join: LineJoin = .miter
  ) {
    guard width > 0, width <= 0x1p20 else { return nil }
    let outline = StrokeOutline(path.polygons(), halfWidth: width / 2, cap: cap, join: join)
    self.init(polygons: outline.pieces, size: size)
  }
}

/// How a stroked line ends.
package enum LineCap: Hashable, Sendable {
  /// At the end point.
  case butt
  /// With a half disc around the end point.
  case round
}

/// How two stroked lines meet.
package enum LineJoin: Hashable, Sendable {
  /// With their outer edges prolonged to a point; a straight cut past ten half widths.
  case miter
  /// With a disc around the corner.
  case round
}

/// A stroke as convex pieces of one winding direction: filled together they are its area.
struct StrokeOutline {
  private(set) var pieces: [[Path.Point]] = []
  private let half: Double
  /// How far past the corner a miter may reach, in half widths.
  private static let miterLimit = 10.0

  init(_ polygons: [Path.Polygon], halfWidth: Double, cap: LineCap, join: LineJoin) {
    half = halfWidth
    for polygon in polygons {
      let points = polygon.distinctPoints
      guard points.count > 1 else {
        // A line without length has no direction, but round ends.
        if cap == .round, let point = points.first { addDisc(point) }
        continue
      }
      let count = points.count
      for index in 0..<(polygon.isClosed ? count : count - 1) {
        addLine(points[index], points[(index + 1) % count])
      }
      for index in polygon.isClosed ? 0..<count : 1..<count - 1 {
        addJoin(
          points[(index + count - 1) % count], points[index], points[(index + 1) % count], join)
      }
      if !polygon.isClosed {
        for end in [points[0], points[count - 1]] where cap == .round { addDisc(end) }
      }
    }
  }

  /// Half the width, at a right angle to the way from `a` to `b`.
  private func normal(_ a: Path.Point, _ b: Path.Point) -> Path.Point {
    let x = b.x - a.x
    let y = b.y - a.y
    let scale = half / (x * x + y * y).squareRoot()
    return Path.Point(x: -y * scale, y: x * scale)
  }

  private mutating func addLine(_ a: Path.Point, _ b: Path.Point) {
    let n = normal(a, b)
    add([
      Path.Point(x: a.x + n.x, y: a.y + n.y), Path.Point(x: b.x + n.x, y: b.y + n.y),
      Path.Point(x: b.x - n.x, y: b.y - n.y), Path.Point(x: a.x - n.x, y: a.y - n.y),
    ])
  }

  private mutating func addJoin(
    _ a: Path.Point, _ b: Path.Point, _ c: Path.Point, _ join: LineJoin
  ) {
    if join == .round { return addDisc(b) }
    let before = normal(a, b)
    let after = normal(b, c)
    let turn = before.x * after.y - before.y * after.x
    // The gap opens on the side the line turns away from.
    let side: Double = turn > 0 ? -1 : 1
    let first = Path.Point(x: b.x + side * before.x, y: b.y + side * before.y)
    let second = Path.Point(x: b.x + side * after.x, y: b.y + side * after.y)
    var corner = [b, first]
    // The tip is (n + m) · h² / (h² + n·m) from the corner, n and m the two normals.
    let squared = half * half
    let projection = squared + before.x * after.x + before.y * after.y
    let reach = projection > 0 ? 2 * squared / projection : .infinity
    if reach <= Self.miterLimit * Self.miterLimit {
      let scale = side * squared / projection
      corner.append(
        Path.Point(x: b.x + scale * (before.x + after.x), y: b.y + scale * (before.y + after.y)))
    }
    add(corner + [second])
  }

  private mutating func addDisc(_ center: Path.Point) {
    for polygon in Path.circle(centerX: center.x, centerY: center.y, radius: half).polygons() {
      add(polygon.points)
    }
  }

  /// Adds a piece, turned so that all wind alike.
  private mutating func add(_ points: [Path.Point]) {
    pieces.append(Path.doubleArea(of: points) < 0 ? points.reversed() : points)
  }
}
