import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// The scan of palette-quantized pictures compared with its plain definition, and tests of each
/// limit.
@Suite struct QuantizedDefinitionTests {
  private let metric = ImageComparison(metric: .quantized)

  /// Returns two renderings of one picture, dithered, flat or with a slope, one of which has
  /// changes: areas of a few pixels and single pixels.
  private func pair(_ seed: Int) -> (first: Pixmap, second: Pixmap) {
    var random = SeededRandom(seed)
    let (width, height) = (random.number(in: 8...30), random.number(in: 8...30))
    let gray = random.number(in: 90...160)
    let slope = random.number(below: 3)
    func rendering(_ dither: Int) -> Pixmap {
      let phase = random.number(below: 2)
      return Pixmap.grays(
        (0..<width * height).map { place in
          let (x, y) = (place % width, place / width)
          let noise = dither > 0 ? random.number(in: -3...3) : 0
          let sign = (x + y + phase) % 2 == 0 ? dither : -dither
          return UInt8(clamping: gray + slope * x + sign + noise)
        }, width: width)
    }
    let first = rendering([0, 6, 20][random.number(below: 3)])
    var second =
      random.holds(percent: 40) ? first : rendering([0, 12, 20][random.number(below: 3)])
    for _ in 0..<random.number(in: 0...3) {
      let side = [1, 3, 4, 5, 8, 12][random.number(below: 6)]
      let rect = PixelRect(
        x: random.number(below: width), y: random.number(below: height), width: side, height: side
      ).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      // Some changes affect luma, some only the hue.
      let steps = (0..<3).map { _ in random.number(in: -40...40) * (side == 1 ? 3 : 1) }
      let isGray = random.holds(percent: 60)
      var bytes = second.bytes
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          for channel in 0..<3 {
            let place = (y * width + x) * 4 + channel
            bytes[place] = UInt8(clamping: Int(bytes[place]) + steps[isGray ? 0 : channel])
          }
        }
      }
      second = Pixmap(size: second.size, bytes: bytes) ?? second
    }
    return (first, second)
  }

  @Test(arguments: 0..<80) func scanMatchesItsDefinition(seed: Int) {
    let (first, second) = pair(seed)
    var reference = QuantizedReference(first, second)
    let expected = reference.count()
    #expect(metric.difference(first, second).differentPixels == expected, "seed \(seed)")
  }

  /// The pairs above are not trivial: many have different pixels, and many have none.
  @Test func randomPairsIncludeEqualAndDifferentPictures() {
    let counts = (0..<80).map { seed -> Int in
      let (first, second) = pair(seed)
      return metric.difference(first, second).differentPixels
    }
    #expect(counts.count { $0 == 0 } > 10)
    #expect(counts.count { $0 > 0 } > 30)
  }

  /// A change of blue is doubled in its chroma. 4 x 4 pixels are a quarter of 8 x 8.
  @Test(arguments: [(44, false), (48, false), (52, true), (60, true), (-60, true)])
  func hueChangeOf4x4PixelsExceedsLimit(step: Int, isFound: Bool) {
    let first = flat(40, 32, Color(red: 120, green: 120, blue: 120))
    let second = first.painted(
      PixelRect(x: 16, y: 12, width: 4, height: 4),
      Color(red: 120, green: 120, blue: UInt8(120 + step)))
    for difference in [metric.difference(first, second), metric.difference(second, first)] {
      #expect((difference.differentPixels > 0) == isFound)
    }
  }

  /// A whole area is brighter by `step`. Without dither the limit is 11 levels, with strong dither
  /// 15.
  @Test(arguments: [(8, 0, false), (13, 0, true), (8, 20, false), (13, 20, false), (18, 20, true)])
  func noiseRaisesTheLimits(step: Int, dither: Int, isFound: Bool) {
    func picture(_ gray: Int, phase: Int) -> Pixmap {
      Pixmap.grays(
        (0..<48 * 40).map { place in
          let (x, y) = (place % 48, place / 48)
          return UInt8(gray + ((x + y + phase) % 2 == 0 ? dither : -dither))
        }, width: 48)
    }
    let difference = metric.difference(picture(120, phase: 0), picture(120 + step, phase: 1))
    #expect((difference.differentPixels > 0) == isFound)
  }

  /// In an area that is 24 levels brighter, the pixels with a surrounding mean above three quarters
  /// of the limit count: the whole area and at most one pixel beyond its edge.
  @Test func marksAreasToTheirEdge() {
    let first = flat(40, 40, Color(red: 120, green: 120, blue: 120))
    let spot = PixelRect(x: 12, y: 14, width: 12, height: 12)
    let second = first.painted(spot, Color(red: 144, green: 144, blue: 144))
    let difference = metric.difference(first, second)
    var reference = QuantizedReference(first, second)
    #expect(difference.differentPixels == reference.count())
    #expect((140...196).contains(difference.differentPixels))
  }
}
