import Foundation
import PortableMath
import Testing

@testable import Raster

@Suite struct PathTests {
  @Test("a rectangle's coverage is its exact area")
  func rectangle() throws {
    let path = Path.rect(DeviceRect(x: 1.25, y: 1.5, width: 2.5, height: 2.75))
    let mask = try #require(CoverageMask(filling: path, size: try pixelSize(6, 6)))
    let columns = [0, 0.75, 1, 0.75, 0, 0]
    let rows = [0, 0.5, 1, 1, 0.25, 0]
    for y in 0..<6 {
      for x in 0..<6 {
        #expect(Int(mask.bytes[y * 6 + x]) == Int((columns[x] * rows[y] * 255).rounded()))
      }
    }
  }

  @Test("a triangle's coverage is its exact area")
  func triangle() throws {
    var path = Path()
    path.moveTo(0, 0)
    path.lineTo(8, 4)
    path.lineTo(0, 4)
    path.close()
    let mask = try #require(CoverageMask(filling: path, size: try pixelSize(8, 4)))
    for y in 0..<4 {
      for x in 0..<8 {
        // The edge y = x / 2 crosses the pixels 2y and 2y + 1 of row y.
        let area = x / 2 < y ? 1.0 : x / 2 > y ? 0 : x % 2 == 0 ? 0.75 : 0.25
        #expect(Int(mask.bytes[y * 8 + x]) == Int((area * 255).rounded()))
      }
    }
  }

  @Test(
    "an ellipse's coverage is within two levels of its area", arguments: [(19.9, 15.1), (3, 18)])
  func ellipse(width: Double, height: Double) throws {
    let rect = DeviceRect(x: 2.3, y: 1.7, width: width, height: height)
    let mask = try #require(CoverageMask(filling: .ellipse(in: rect), size: try pixelSize(26, 24)))
    var worst = 0.0
    for y in 0..<24 {
      for x in 0..<26 {
        // The area computed in 256 horizontal strips, each with exact ends.
        var area = 0.0
        for strip in 0..<256 {
          let v = (Double(y) + (Double(strip) + 0.5) / 256 - rect.y) / (height / 2) - 1
          guard abs(v) < 1 else { continue }
          let reach = (1 - v * v).squareRoot() * width / 2
          let center = rect.x + width / 2
          area += max(0, min(Double(x) + 1, center + reach) - max(Double(x), center - reach)) / 256
        }
        worst = max(worst, abs(Double(mask.bytes[y * 26 + x]) - area * 255))
      }
    }
    #expect(worst <= 2)
  }

  @Test("overlapping triangles are covered once, and exactly where their edges intersect")
  func intersections() throws {
    // Triangles of the same winding direction: the upper left and upper right corner, and a tip.
    let triangles = [(0.1, 5.3, 0.4, 6.7), (0.1, 5.3, 5.9, 6.1), (1.7, 6.8, 2.2, 5.5)]
    var path = Path()
    for (left, right, tip, bottom) in triangles {
      path.polygon([.init(left, 0.3), .init(right, 0.3), .init(tip, bottom)])
    }
    let mask = try #require(CoverageMask(filling: path, size: try pixelSize(8, 8)))
    for y in 0..<8 {
      for x in 0..<8 {
        // The area computed in 2000 horizontal strips, each with exact ends.
        var area = 0.0
        for strip in 0..<2000 {
          let height = Double(y) + (Double(strip) + 0.5) / 2000
          var reached = Double(x)
          let spans = triangles.compactMap { left, right, tip, bottom -> (Double, Double)? in
            let share = (height - 0.3) / (bottom - 0.3)
            guard share > 0, share < 1 else { return nil }
            return (left + (tip - left) * share, right + (tip - right) * share)
          }
          for (start, end) in spans.sorted(by: { $0.0 < $1.0 }) {
            let (from, to) = (max(reached, start), min(Double(x) + 1, end))
            guard to > from else { continue }
            area += (to - from) / 2000
            reached = to
          }
        }
        #expect(abs(Double(mask.bytes[y * 8 + x]) - area * 255) < 0.6)
      }
    }
  }

  @Test("a star whose hundreds of edges all intersect is filled")
  func manyIntersections() throws {
    // Each edge leads almost to the opposite side, so that all pass the center.
    let count = 801
    let points = (0..<count).map { index in
      let angle = Double(index * (count / 2)) / Double(count) * 2 * Double.pi
      return Path.Point(8 + 7.5 * cos(angle), 8 + 7.5 * sin(angle))
    }
    var star = Path()
    star.polygon(points)
    let mask = try #require(CoverageMask(filling: star, size: try pixelSize(16, 16)))
    // At the distance r from the center, the spikes of the star cover (7.5 - r) / 2r of a circle,
    // and all of it from 2.5 inward: an area of 18.75 pi.
    var area = 0.0
    for y in 0..<16 {
      for x in 0..<16 {
        area += Double(mask.bytes[y * 16 + x]) / 255
        let distance = hypot(Double(x) - 7.5, Double(y) - 7.5)
        if distance < 1.5 { #expect(mask.bytes[y * 16 + x] >= 254) }
        if distance > 8.5 { #expect(mask.bytes[y * 16 + x] == 0) }
      }
    }
    #expect(abs(area - 18.75 * Double.pi) < 0.5)
  }

  @Test("letters beside each other are covered as each by itself")
  func separateColumns() throws {
    var line = Path()
    var masks: [CoverageMask] = []
    for number in 0..<4 {
      let letter = Path.ellipse(
        in: DeviceRect(x: 0.2, y: 0.3 * Double(number), width: 6.5, height: 7))
      line.append(letter.transformed(by: .translation(Double(7 * (3 - number)), 0)))
      masks.insert(
        try #require(CoverageMask(filling: letter, size: try pixelSize(7, 9))), at: 0)
    }
    let mask = try #require(CoverageMask(filling: line, size: try pixelSize(28, 9)))
    for y in 0..<9 {
      for x in 0..<28 { #expect(mask.bytes[y * 28 + x] == masks[x / 7].bytes[y * 7 + x % 7]) }
    }
  }

  @Test("a path beyond the mask is cut, not wrapped")
  func cut() throws {
    let big = Path.circle(centerX: 4, centerY: 4, radius: 40)
    let mask = try #require(CoverageMask(filling: big, size: try pixelSize(8, 8)))
    #expect(mask.bytes.allSatisfy { $0 == 255 })
    let shifted = Path.circle(centerX: -1, centerY: 4, radius: 4)
    let whole = try #require(
      CoverageMask(
        filling: shifted.transformed(by: .translation(10, 0)), size: try pixelSize(20, 8)))
    let part = try #require(CoverageMask(filling: shifted, size: try pixelSize(8, 8)))
    for y in 0..<8 {
      for x in 0..<8 { #expect(part.bytes[y * 8 + x] == whole.bytes[y * 20 + x + 10]) }
    }
  }

  @Test("nonzero winding covers, opposite winding leaves a hole")
  func nonZeroWinding() throws {
    let outer = Path.rect(DeviceRect(x: 0, y: 0, width: 6, height: 6))
    let size = try pixelSize(6, 6)
    var twice = outer
    twice.append(.rect(DeviceRect(x: 2, y: 2, width: 2, height: 2)))
    #expect(try #require(CoverageMask(filling: twice, size: size)).bytes.allSatisfy { $0 == 255 })
    var hole = outer
    hole.moveTo(2, 2)
    hole.lineTo(2, 4)
    hole.lineTo(4, 4)
    hole.lineTo(4, 2)
    hole.close()
    let mask = try #require(CoverageMask(filling: hole, size: size))
    #expect(mask.bytes[2 * 6 + 2] == 0)
    #expect(mask.bytes.count { $0 == 255 } == 32)
  }

  @Test("a bow tie crosses itself and covers both halves")
  func crossing() throws {
    var path = Path()
    path.moveTo(0, 0)
    path.lineTo(8, 8)
    path.lineTo(8, 0)
    path.lineTo(0, 8)
    path.close()
    let mask = try #require(CoverageMask(filling: path, size: try pixelSize(8, 8)))
    let area = mask.bytes.reduce(0) { $0 + Int($1) }
    #expect(abs(Double(area) / 255 - 32) < 0.2)
    #expect(mask.bytes[3] < 2)
    #expect(mask.bytes[3 * 8] == 255)
  }

  @Test("a quadratic and the cubic of the same shape cover alike")
  func curves() throws {
    var quad = Path()
    quad.moveTo(1, 9)
    quad.quadTo(5, -4, 9, 9)
    var cubic = Path()
    cubic.moveTo(1, 9)
    cubic.cubicTo(1 + 8.0 / 3, 9 - 26.0 / 3, 9 - 8.0 / 3, 9 - 26.0 / 3, 9, 9)
    let size = try pixelSize(10, 10)
    let first = try #require(CoverageMask(filling: quad, size: size))
    let second = try #require(CoverageMask(filling: cubic, size: size))
    #expect(difference(first.bytes, second.bytes).largest <= 1)
    // Two thirds of the base times the height of the parabola.
    let area = Double(first.bytes.reduce(0) { $0 + Int($1) }) / 255
    #expect(abs(area - 2.0 / 3 * 8 * 6.5) < 0.2)
  }

  @Test("a stroked line ends in half discs")
  func caps() throws {
    var path = Path()
    path.moveTo(4, 5)
    path.lineTo(12, 5)
    let mask = try #require(CoverageMask(stroking: path, width: 2, size: try pixelSize(16, 10)))
    let sum = Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
    #expect(abs(sum - (16 + Double.pi)) < 0.1)
  }

  @Test("a stroked corner is round")
  func joins() throws {
    var path = Path()
    path.moveTo(3, 13)
    path.lineTo(3, 3)
    path.lineTo(13, 3)
    // Two lines of 10 × 4 overlap in 2 × 2. A quarter disc fills the corner, and half a disc each
    // end.
    let lines = 2 * 40.0 - 4
    let mask = try #require(CoverageMask(stroking: path, width: 4, size: try pixelSize(16, 16)))
    let sum = Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
    #expect(abs(sum - (lines + 5 * Double.pi)) < 0.1)
  }

  @Test("closing a line at its start changes nothing")
  func returned() throws {
    func line(returns: Bool) throws -> CoverageMask {
      var path = Path()
      path.moveTo(3, 3)
      for (x, y) in [(13.0, 3.0), (13, 10), (3, 12)] + (returns ? [(3.0, 3.0)] : []) {
        path.lineTo(x, y)
      }
      path.close()
      return try #require(CoverageMask(stroking: path, width: 2, size: try pixelSize(16, 16)))
    }
    #expect(try line(returns: true) == line(returns: false))
  }

  @Test("a stroked circle is the ring between two circles")
  func ring() throws {
    let size = try pixelSize(30, 30)
    let mask = try #require(
      CoverageMask(
        stroking: .circle(centerX: 15, centerY: 15, radius: 10), width: 3, size: size))
    func disc(_ radius: Double) -> RoundedRectangle {
      RoundedRectangle(
        DeviceRect(x: 15 - radius, y: 15 - radius, width: 2 * radius, height: 2 * radius),
        cornerRadius: radius)
    }
    var worst = 0.0
    for y in 0..<30 {
      for x in 0..<30 {
        let area = sampledCoverage(disc(11.5), x, y) - sampledCoverage(disc(8.5), x, y)
        worst = max(worst, abs(Double(mask.bytes[y * 30 + x]) - area))
      }
    }
    #expect(worst <= 4)
  }

  @Test("coordinates that are not finite make no mask")
  func notFinite() throws {
    var path = Path()
    path.moveTo(0, 0)
    path.lineTo(.nan, 4)
    path.lineTo(4, .infinity)
    #expect(CoverageMask(filling: path, size: try pixelSize(4, 4)) == nil)
    #expect(CoverageMask(stroking: path, width: 1, size: try pixelSize(4, 4)) == nil)
    #expect(
      CoverageMask(
        stroking: .rect(DeviceRect(x: 0, y: 0, width: 2, height: 2)), width: 0,
        size: try pixelSize(4, 4)) == nil)
  }
}
