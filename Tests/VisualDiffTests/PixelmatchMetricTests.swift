import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct PixelmatchMetricTests {
  /// With equal channels the chroma components vanish except for the last digits of the
  /// coefficients, so the distance of two grays is 0.5053 times the square of their difference.
  @Test(arguments: [0.0, 0.01, 0.1, 0.5, 0.9])
  func graysDifferAtTheThreshold(threshold: Double) {
    let rows = (0...255).flatMap { row in Array(repeating: UInt8(row), count: 256) }
    let columns = (0...255).flatMap { _ in (0...255).map { UInt8($0) } }
    let options = PixelmatchOptions(threshold: threshold, includesAntialiasing: true)
    let difference = ImageComparison(metric: .pixelmatch(options))
      .difference(Pixmap.grays(rows, width: 256), Pixmap.grays(columns, width: 256))
    var expected = 0
    for step in 1...255 where 0.5053 * Double(step * step) > 35215 * threshold * threshold {
      expected += 2 * (256 - step)
    }
    #expect(difference.differentPixels == expected)
  }

  @Test func edgesOfSmoothedShapesAreAntialiasing() {
    let dark = Color(rgb: 0x101010)
    let left = PixelRect(x: 0, y: 0, width: 6, height: 12)
    let edge = PixelRect(x: 6, y: 0, width: 1, height: 12)
    let smooth = flat(12, 12, .white).painted(left, dark).painted(edge, Color(rgb: 0xA0A0A0))
    let hard = flat(12, 12, .white).painted(left, dark)
    let slanted = smooth.painted(PixelRect(x: 6, y: 5, width: 1, height: 1), Color(rgb: 0x606060))
    let spotted = hard.painted(PixelRect(x: 6, y: 3, width: 5, height: 5), dark)
    let options = PixelmatchOptions(threshold: 0.05)
    let metric = ImageComparison(metric: .pixelmatch(options))
    #expect(metric.difference(smooth, slanted).antialiasedPixels == 1)
    #expect(metric.difference(smooth, slanted).differentPixels == 0)
    #expect(metric.difference(hard, spotted).differentPixels == 25)
    #expect(
      ImageComparison(
        metric: .pixelmatch(PixelmatchOptions(threshold: 0.05, includesAntialiasing: true))
      ).difference(smooth, slanted).differentPixels == 1)
  }

  @Test func patternDistinguishesTransparentFromWhite() throws {
    let size = try #require(PixelSize(width: 5, height: 5))
    let clear = try #require(
      StraightPicture(
        size: size, bytes: Array(repeating: [255, 255, 255, 0], count: 25).flatMap(\.self)))
    let white = try #require(
      StraightPicture(size: size, bytes: Array(repeating: 255, count: 100)))
    func count(_ blends: Bool) -> Int {
      let options = PixelmatchOptions(includesAntialiasing: true, blendsOverPattern: blends)
      return ImageComparison(metric: .pixelmatch(options)).difference(clear, white).differentPixels
    }
    #expect(count(false) == 0)
    #expect(count(true) == 25)
  }

  @Test(arguments: [
    ("exact", nil, true), ("exact", 0.1, false), ("pixelmatch-7.2", nil, true),
    ("pixelmatch-7.2", 1.0, true), ("pixelmatch-7.2", 1.01, false),
    ("pixelmatch-7.2", -0.1, false), ("ssim-cie94", 3.0, true), ("ciede2000", .infinity, false),
    ("pixelmatch", nil, false),
  ])
  func metricsHaveVersionAndCheckThreshold(
    name: String, threshold: Double?, isKnown: Bool
  ) {
    let metric = ComparisonMetric(name: name, threshold: threshold)
    #expect((metric != nil) == isKnown)
    if let metric { #expect(metric.name == name) }
  }

  @Test func dividingByAlphaRoundsToTheNearestByte() throws {
    let size = try #require(PixelSize(width: 3, height: 1))
    let pixmap = try #require(
      Pixmap(size: size, bytes: [1, 2, 3, 3, 0, 0, 0, 0, 7, 8, 9, 255]))
    #expect(StraightPicture(pixmap).bytes == [85, 170, 255, 3, 0, 0, 0, 0, 7, 8, 9, 255])
  }
}
