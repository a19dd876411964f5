import HeaderModel
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

@testable import Fit

/// Comparisons of a frame with the header's picture, tested with simple implementations of their
/// definitions.
@Suite struct FrameComparisonTests {
  private let scene: JudgedScene

  init() throws { scene = try JudgedScene(try FitScene.document()) }

  private var size: PixelSize { scene.grid.size }

  private func noise(_ random: inout SeededRandom, from picture: Pixmap? = nil) throws -> Pixmap {
    var bytes = picture?.bytes ?? [UInt8](repeating: 0, count: size.area * 4)
    for index in bytes.indices {
      if index % 4 == 3 {
        bytes[index] = 255
      } else if picture == nil || random.holds(percent: 30) {
        bytes[index] = random.byte()
      }
    }
    return try Pixmap(size: size, bytes: bytes).required
  }

  private func comparison(_ recorded: Pixmap, _ expected: Pixmap) throws -> FrameComparison {
    FrameComparison(
      recorded: recorded, expected: expected, state: try scene.state(), grid: scene.grid,
      painter: scene.painter)
  }

  private func rect(_ random: inout SeededRandom) -> PixelRect {
    PixelRect(
      x: random.number(below: 50), y: random.number(below: 80), width: random.number(in: 1...40),
      height: random.number(in: 1...40)
    ).intersection(size.bounds)
  }

  /// Returns the red, green and blue channels of a pixel.
  private func channels(_ picture: Pixmap, _ x: Int, _ y: Int) -> [Int] {
    let index = (y * picture.width + x) * 4
    return picture.bytes[index..<index + 3].map(Int.init)
  }

  @Test(arguments: 0..<6) func distanceIsMeanOverDifferingPixels(seed: Int) throws {
    var random = SeededRandom(seed)
    let recorded = try noise(&random)
    let expected = try noise(&random, from: recorded)
    let other = try noise(&random, from: expected)
    let rect = rect(&random)
    var sums = (expected: 0.0, other: 0.0, pixels: 0)
    var capped = 0
    var gross = 0
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let (mine, theirs) = (channels(recorded, x, y), channels(expected, x, y))
        let others = channels(other, x, y)
        func squares(_ one: [Int]) -> Int {
          zip(mine, one).reduce(0) { $0 + min(48, abs($1.0 - $1.1)) * min(48, abs($1.0 - $1.1)) }
        }
        capped += squares(others)
        if zip(mine, theirs).contains(where: { abs($0 - $1) > 36 }) { gross += 1 }
        guard zip(theirs, others).contains(where: { abs($0 - $1) > 10 }) else { continue }
        sums.expected += Double(squares(theirs))
        sums.other += Double(squares(others))
        sums.pixels += 1
      }
    }
    let comparison = try comparison(recorded, expected)
    let distance = comparison.distance(other, within: rect)
    #expect(distance.pixels == sums.pixels, "seed \(seed)")
    #expect(abs(distance.expected - sums.expected / Double(3 * sums.pixels)) < 1e-9)
    #expect(abs(distance.other - sums.other / Double(3 * sums.pixels)) < 1e-9)
    #expect(FrameComparison.cappedSum(recorded, other, within: rect) == capped, "seed \(seed)")
    #expect(comparison.grossPixels(rect) == gross, "seed \(seed)")
  }

  @Test func theMeanSquareIsNotCapped() throws {
    let black = Pixmap(size: size, fill: .black)
    #expect(try comparison(black, black).meanSquare == 0)
    #expect(try comparison(Pixmap(size: size, fill: .white), black).meanSquare == 255 * 255)
  }

  /// Only pixels that the layer changes count. In thin lines, differences explained by a neighbor
  /// are ignored.
  @Test func thinLinesToleratePixelShifts() throws {
    func line(_ x: Int) -> Pixmap {
      var picture = Pixmap(size: size, fill: .white)
      picture.fill(
        DeviceRect(x: Double(x), y: 10, width: 1, height: 40), with: .black, clip: size.bounds)
      return picture
    }
    let without = Pixmap(size: size, fill: .white)
    for (move, thin, thick) in [(0, 0, 0), (1, 0, 40), (2, 0, 40)] {
      let comparison = try comparison(line(20 + move), line(20))
      let solid = comparison.grossShare(without: without, within: size.bounds)
      #expect(solid.pixels == 40 && solid.gross == thick)
      let soft = comparison.grossShare(without: without, within: size.bounds, isThin: true)
      #expect(soft.pixels == 40 && soft.gross == thin)
    }
  }

  /// A block moves on a noisy background. The move is found by the pixels that it leaves and
  /// enters.
  @Test(arguments: [(0, 0), (3, 0), (0, -4), (-7, 6), (12, 8), (-12, -1)])
  func findsMovesByOldAndNewArea(x: Int, y: Int) throws {
    let ground = try FitScene.picture(64, 96, seed: 5)
    let block = try FitScene.picture(14, 12, seed: 9)
    func drawn(_ x: Int, _ y: Int) -> Pixmap {
      var picture = ground
      picture.draw(block, x: x, y: y, opacity: 255, clip: size.bounds)
      return picture
    }
    let comparison = try comparison(drawn(24 + x, 40 + y), drawn(24, 40))
    let rect = PixelRect(x: 24, y: 40, width: 14, height: 12)
    let move = try comparison.bestMove(without: ground, within: rect, reach: 16).required
    #expect(move.x == Double(x) && move.y == Double(y))
    #expect(move.distance.other == 0)
    if x != 0 || y != 0 { #expect(move.distance.expected > 0) }
  }

  @Test func doesNotSearchInvisibleLayers() throws {
    let ground = try FitScene.picture(64, 96, seed: 5)
    let comparison = try comparison(ground, ground)
    let rect = PixelRect(x: 10, y: 10, width: 20, height: 20)
    #expect(comparison.bestMove(without: ground, within: rect, reach: 8) == nil)
  }

  // MARK: - Masks

  /// The pixels of a masked layer are taken from the recording, except where other layers are drawn
  /// above it.
  @Test func masksLayerExceptWhereCovered() throws {
    let masked = try JudgedScene(try FitScene.document(), masked: ["badge"])
    let (white, black) = (Pixmap(size: size, fill: .white), Pixmap(size: size, fill: .black))
    func covered(_ offset: Double) throws -> Set<Int> {
      let mask = masked.painter.mask(try masked.state(offset), on: masked.grid)
      let picture = mask.covered(white, by: black)
      let dark = Set((0..<size.area).filter { picture.bytes[$0 * 4] == 0 })
      #expect(mask.countedPixels == size.area - dark.count)
      let distance = mask.distance
      // Only masked pixels differ, so there is no difference.
      #expect(distance(white, picture) == 0)
      return dark
    }
    // At rest the badge is in front of the banner: 18 x 18 points at 6, 18.
    let badge = try covered(0)
    #expect(badge.count == 18 * 18)
    #expect(badge.contains(18 * 64 + 6) && badge.contains(35 * 64 + 23))
    // At 14 points the banner is in front, 14 points higher, and covers everything above y = 16.
    let behind = try covered(14)
    #expect(behind.count == 18 * 6)
    #expect(behind.allSatisfy { $0 / 64 >= 16 })
    let plain = scene.painter.mask(try scene.state(), on: scene.grid)
    #expect(plain.covered(white, by: black) == white && plain.countedPixels == size.area)
  }

  // MARK: - Content

  @Test func countsContentOutsideRectangles() throws {
    let ground = Pixmap(size: size, fill: .white)
    var picture = ground
    for x in [4.0, 30] {
      picture.fill(
        DeviceRect(x: x, y: 10, width: 10, height: 10), with: .black, clip: size.bounds)
    }
    var foreground = ForegroundCount()
    foreground.count(picture, comparedTo: ground)
    #expect(foreground.pixels == 200 && foreground.gross == 200)
    var outside = ForegroundCount()
    outside.count(
      picture, comparedTo: ground, outside: [PixelRect(x: 0, y: 0, width: 20, height: 96)])
    #expect(outside.pixels == 100)
    outside.count(picture, comparedTo: picture)
    #expect(outside.pixels == 300 && outside.gross == 100)
    #expect(abs(outside.grossShare - 1.0 / 3) < 1e-12)
  }

  // MARK: - Brightness

  @Test func planeIsThePicturesBrightness() throws {
    let small = try PixelSize(width: 3, height: 1).required
    let picture = try Pixmap(
      size: small, bytes: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]
    ).required
    let plane = LumaPlane(picture, size: small)
    // Rec. 709: mostly green.
    let shares: [Float] = [54, 183, 19]
    #expect(plane.values == shares.map { 255 * $0 / 256 })
    #expect(plane.sum(x: 0, y: 0, width: 3, height: 1) == 255)
    #expect(plane.sum(x: 1, y: -2, width: 1, height: 9) == Float(255 * 183) / 256)
    #expect(plane.sum(x: 3, y: 0, width: 5, height: 1) == 0)
  }

  /// The nearest plane has the smallest sum of capped squares over the picture.
  @Test(arguments: 0..<20) func nearestPlaneHasLeastDifference(seed: Int) throws {
    var random = SeededRandom(seed)
    func plane(_ width: Int, _ height: Int) throws -> LumaPlane {
      let size = try PixelSize(width: width, height: height).required
      let bytes = (0..<size.area).flatMap { _ -> [UInt8] in
        let level = random.byte()
        return [level, level, level, 255]
      }
      return LumaPlane(try Pixmap(size: size, bytes: bytes).required, size: size)
    }
    let one = try plane(random.number(in: 3...24), random.number(in: 3...20))
    let (width, height) = (random.number(in: 3...24), random.number(in: 3...20))
    let others = try (0..<3).map { _ in try plane(width, height) }
    let (x, y) = (random.number(in: -10...20), random.number(in: -10...20))
    let sums = others.map { other in
      var sum: Float = 0
      for row in max(0, y)..<max(max(0, y), min(one.height, y + height)) {
        for column in max(0, x)..<max(max(0, x), min(one.width, x + width)) {
          let step =
            one.values[row * one.width + column] - other.values[(row - y) * width + column - x]
          sum += min(48 * 48, step * step)
        }
      }
      return sum
    }
    let smallest = try sums.min().required
    let found = one.nearest(of: others, x: x, y: y)
    #expect(abs(found.difference - smallest) <= 1e-4 * smallest, "seed \(seed)")
    #expect(abs(sums[found.index] - smallest) <= 1e-4 * smallest, "seed \(seed)")
    // If all differ by more than a limit, the result is the limit.
    guard smallest > 1 else { return }
    #expect(one.nearest(of: others, x: x, y: y, limit: smallest / 2).difference == smallest / 2)
  }
}
