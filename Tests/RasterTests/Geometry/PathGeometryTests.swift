import PortableMath
import TestSupport
import Testing

@testable import Raster

/// The flattening of curves, and transformed paths.
@Suite struct PathGeometryTests {
  private func point(_ random: inout SeededRandom) -> Path.Point {
    Path.Point(x: random.number(from: 0, to: 40), y: random.number(from: 0, to: 40))
  }

  /// Returns the distance of a point from the line segment between two others.
  private func distance(_ p: Path.Point, _ a: Path.Point, _ b: Path.Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    let t = squared == 0 ? 0 : max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared))
    let (ex, ey) = (p.x - a.x - t * dx, p.y - a.y - t * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  /// Each point of a curve is within 1/256 pixel of its chords, which have the same end points.
  @Test(arguments: 0..<40) func chordsFollowTheirCurve(seed: Int) throws {
    var random = SeededRandom(seed)
    let (a, b, c, d) = (point(&random), point(&random), point(&random), point(&random))
    let isCubic = random.holds(percent: 60)
    var path = Path()
    path.moveTo(a.x, a.y)
    if isCubic {
      path.cubicTo(b.x, b.y, c.x, c.y, d.x, d.y)
    } else {
      path.quadTo(b.x, b.y, d.x, d.y)
    }
    let points = try #require(path.polygons().first).points
    #expect(points.first == a && points.last == d)
    for step in 0...200 {
      let t = Double(step) / 200
      let s = 1 - t
      func mixed(_ axis: KeyPath<Path.Point, Double>) -> Double {
        let (p, q, r, e) = (a[keyPath: axis], b[keyPath: axis], c[keyPath: axis], d[keyPath: axis])
        return isCubic
          ? s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * e
          : s * s * p + 2 * s * t * q + t * t * e
      }
      let on = Path.Point(x: mixed(\.x), y: mixed(\.y))
      let nearest = zip(points, points.dropFirst()).map { distance(on, $0, $1) }.min() ?? .infinity
      #expect(nearest <= 1.0 / 256 + 1e-9, "seed \(seed), \(t)")
    }
    // The number of chords is minimal: chords of twice the length would exceed the error.
    if points.count > 8 { #expect(points.count < 600) }
  }

  @Test func straightCurveIsOneChord() throws {
    var path = Path()
    path.moveTo(0, 0)
    path.cubicTo(1, 1, 2, 2, 3, 3)
    #expect(try #require(path.polygons().first).points.count == 2)
  }

  @Test func contoursAreOpenUntilTheyAreClosed() {
    var path = Path()
    path.lineTo(1, 1)
    path.lineTo(5, 1)
    path.close()
    path.lineTo(9, 9)
    path.moveTo(20, 20)
    path.moveTo(30, 30)
    path.lineTo(31, 31)
    let polygons = path.polygons()
    #expect(polygons.map(\.isClosed) == [true, false, false])
    #expect(polygons.map(\.points.count) == [2, 2, 2])
    // After a close, a line starts at the start of the contour.
    #expect(polygons[1].points[0] == Path.Point(x: 1, y: 1))
    #expect(polygons[2].points[0] == Path.Point(x: 30, y: 30))
    #expect(Path().polygons().isEmpty)
  }

  /// Transforming a path multiplies its area by the determinant.
  @Test(arguments: 0..<20) func areaScalesByTheDeterminant(seed: Int) throws {
    var random = SeededRandom(seed)
    let map = AffineTransform.scale(
      random.number(from: 0.5, to: 1.5), random.number(from: 0.5, to: 1.5)
    )
    .then(.rotation(degrees: random.number(from: 0, to: 360))).then(.translation(32, 32))
    let path = Path.roundedRect(
      DeviceRect(x: -10, y: -6, width: 20, height: 12),
      radii: RoundedCorners(topLeft: 0, topRight: 3, bottomRight: 6, bottomLeft: 50))
    let mask = try #require(
      CoverageMask(filling: path.transformed(by: map), size: try pixelSize(64, 64)))
    let area = Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
    // Each corner lacks the square of its radius minus a quarter of a circle.
    let plain = 240 - (9 + 36 + 36) * (1 - Double.pi / 4)
    let expected = plain * abs(map.a * map.d - map.b * map.c)
    #expect(abs(area - expected) < 0.01 * expected, "seed \(seed)")
  }

  /// A rounded rectangle as a path has the same coverage as the shape with that radius.
  @Test(arguments: [0.0, 1, 3.5, 7, 100]) func roundedPathEqualsRoundedShape(radius: Double) throws
  {
    let size = try pixelSize(30, 22)
    let rect = DeviceRect(x: 2.25, y: 3.5, width: 24.5, height: 14)
    let mask = try #require(
      CoverageMask(filling: .roundedRect(rect, radii: RoundedCorners(radius)), size: size))
    var shape = Pixmap(size: size)
    shape.fill(RoundedRectangle(rect, cornerRadius: radius), with: .white, clip: size.bounds)
    let worst = zip(mask.bytes, stride(from: 3, to: shape.bytes.count, by: 4)).map {
      abs(Int($0) - Int(shape.bytes[$1]))
    }.max()
    #expect(try #require(worst) <= 2)
  }

  /// The border is between the outer and inner edges. A border of half the size fills the shape.
  @Test(arguments: [(1.0, 5.0), (3, 5), (3, 0), (6, 2), (7, 5), (40, 5)])
  func borderIsShapeWithoutItsInside(width: Double, radius: Double) throws {
    let size = try pixelSize(30, 20)
    let rect = DeviceRect(x: 3, y: 3, width: 24, height: 14)
    let border = try #require(
      CoverageMask(
        filling: .roundedBorder(rect, radii: RoundedCorners(radius), lineWidth: width), size: size))
    let whole = try #require(
      CoverageMask(filling: .roundedRect(rect, radii: RoundedCorners(radius)), size: size))
    var inside = [UInt8](repeating: 0, count: size.area)
    if width < 7 {
      let inner = DeviceRect(
        x: 3 + width, y: 3 + width, width: 24 - 2 * width, height: 14 - 2 * width)
      inside = try #require(
        CoverageMask(
          filling: .roundedRect(inner, radii: RoundedCorners(max(0, radius - width))), size: size)
      ).bytes
    }
    for place in border.bytes.indices {
      #expect(abs(Int(whole.bytes[place]) - Int(inside[place]) - Int(border.bytes[place])) <= 1)
    }
  }

  @Test func equalCornersHaveOneRadius() {
    #expect(RoundedCorners(4).uniform == 4)
    #expect(
      RoundedCorners(topLeft: 4, topRight: 4, bottomRight: 4, bottomLeft: 3).uniform == nil)
    #expect(RoundedCorners(4).mapped { $0 * 2 } == RoundedCorners(8))
  }

  @Test func pathDataIsAbsolute() {
    var path = Path()
    path.moveTo(1, 2)
    path.lineTo(3, 4.5)
    path.quadTo(0, 0, -1, 2)
    path.cubicTo(1, 2, 3, 4, 5, 6)
    path.close()
    #expect(path.svgData == "M1.0 2.0L3.0 4.5Q0.0 0.0 -1.0 2.0C1.0 2.0 3.0 4.0 5.0 6.0Z")
  }
}
