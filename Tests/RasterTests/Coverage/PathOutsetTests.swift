import PortableMath
import Testing

@testable import Raster

/// Paths whose edges are moved outward.
@Suite struct PathOutsetTests {
  /// Returns 20 x 10 pixels at (10, 10) with a hole of 6 x 4, in either direction.
  private func frame(isReversed: Bool) -> Path {
    var path = Path()
    for (x, y, width, height, isHole) in [(10.0, 10.0, 20.0, 10.0, false), (15, 13, 6, 4, true)] {
      var corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
      if isHole != isReversed { corners.reverse() }
      path.moveTo(corners[0].0, corners[0].1)
      for corner in corners.dropFirst() { path.lineTo(corner.0, corner.1) }
      path.close()
    }
    return path
  }

  private func area(_ path: Path) throws -> Double {
    let size = try #require(PixelSize(width: 50, height: 40))
    let mask = try #require(CoverageMask(filling: path, size: size))
    return Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
  }

  @Test(arguments: [false, true], [0, 0.2, 1])
  func outlinesGrowAndHolesShrink(isReversed: Bool, distance: Double) throws {
    let path = frame(isReversed: isReversed).outset(by: distance)
    let expected =
      (20 + 2 * distance) * (10 + 2 * distance) - (6 - 2 * distance) * (4 - 2 * distance)
    #expect(abs(try area(path) - expected) < 0.01)
  }

  @Test func discGrowsAtItsRim() throws {
    let disc = Path.circle(centerX: 20, centerY: 20, radius: 10)
    let (grown, larger) = (
      try area(disc.outset(by: 0.25)),
      try area(Path.circle(centerX: 20, centerY: 20, radius: 10.25))
    )
    #expect(abs(grown - larger) < 0.05)
  }

  /// Without a limit, the tip of a sharp corner would be far away.
  @Test func limitsMiterOfSharpCorners() throws {
    var path = Path()
    path.moveTo(10, 20)
    path.lineTo(40, 20.05)
    path.lineTo(10, 20.1)
    path.close()
    for point in path.outset(by: 1).polygons().flatMap(\.points) {
      #expect(point.x > 7.9 && point.x < 42.1 && point.y > 17.9 && point.y < 22.2)
    }
  }

  @Test func ignoresRepeatedPointsAndZeroAreaLines() throws {
    var path = Path()
    for x in [10.0, 10, 30, 30, 10] { path.lineTo(x, x == 10 ? 5 : 9) }
    #expect(path.outset(by: 1) == Path())
    #expect(Path().outset(by: 1) == Path())
  }
}
