import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct ExactMetricTests {
  @Test func graysDifferUnlessTheyAreEqual() {
    let rows = (0...255).flatMap { row in Array(repeating: UInt8(row), count: 256) }
    let columns = (0...255).flatMap { _ in (0...255).map { UInt8($0) } }
    let difference = ImageComparison().difference(
      Pixmap.grays(rows, width: 256), Pixmap.grays(columns, width: 256))
    #expect(difference.differentPixels == 256 * 256 - 256)
    #expect(difference.strongest == 255)
    #expect(difference.bounds == PixelRect(x: 0, y: 0, width: 256, height: 256))
  }

  @Test(arguments: [(1, 1.0), (2, 2.0), (255, 255.0)])
  func strengthIsLargestChannelDifference(step: Int, strength: Double) {
    let before = flat(3, 2, Color(red: 0, green: 10, blue: 0))
    let after = before.painted(
      PixelRect(x: 1, y: 1, width: 1, height: 1),
      Color(red: 0, green: 10, blue: UInt8(step)))
    let difference = ImageComparison().difference(before, after)
    #expect(difference.differentPixels == 1)
    #expect(difference.strongest == strength)
    #expect(difference.bounds == PixelRect(x: 1, y: 1, width: 1, height: 1))
    #expect(difference.differentRatio == 1.0 / 6)
  }

  @Test(arguments: [1, 63, 64, 65, 255, 256, 257, 700])
  func findsLastPixelInRowsOfEveryLength(width: Int) {
    let before = flat(width, 3, .white)
    let after = before.painted(PixelRect(x: width - 1, y: 2, width: 1, height: 1), .black)
    let difference = ImageComparison().difference(before, after)
    #expect(difference.bounds == PixelRect(x: width - 1, y: 2, width: 1, height: 1))
  }

  @Test func equalPicturesHaveNoBounds() {
    let difference = ImageComparison().difference(flat(9, 9, .white), flat(9, 9, .white))
    #expect(difference.differentPixels == 0)
    #expect(difference.bounds == nil)
    #expect(difference.strongest == 0)
  }

  @Test func pixelsOfOnlyOnePictureCountAsDifferent() {
    let difference = ImageComparison().difference(flat(4, 5, .white), flat(6, 3, .white))
    #expect(difference.canvas == PixelSize(width: 6, height: 5))
    #expect(difference.differentPixels == 4 * 2 + 2 * 3)
    #expect(difference.sizesDiffer)
    #expect(
      ComparisonTolerance(differentPixels: 1000, differentRatio: 1).allows(difference) == false)
  }
}

/// Colors that premultiplication makes equal.
@Suite struct TranslucentColorTests {
  /// Returns a single pixel with the straight color `color` and alpha `alpha`.
  private func pixel(_ color: UInt8, alpha: UInt8) throws -> Pixmap {
    let size = try #require(PixelSize(width: 1, height: 1))
    let multiplied = UInt8((Double(color) * Double(alpha) / 255).rounded())
    return try #require(
      Pixmap(
        size: size, bytes: [multiplied, multiplied, multiplied, alpha],
        straight: [color, color, color, alpha]))
  }

  @Test(arguments: [(1, 100, 110, 1), (3, 100, 101, 1), (255, 100, 101, 1), (1, 90, 90, 0)])
  func exactMetricSeesEveryColor(
    alpha: UInt8, before: UInt8, after: UInt8, different: Int
  ) throws {
    let difference = ImageComparison().difference(
      try pixel(before, alpha: alpha), try pixel(after, alpha: alpha))
    #expect(difference.differentPixels == different)
    #expect(difference.strongest == Double(after - before))
    let isSame = try PixelHash(pixel(before, alpha: alpha)) == PixelHash(pixel(after, alpha: alpha))
    #expect(isSame == (different == 0))
  }

  @Test func colorsWithAlphaZeroAreIgnored() throws {
    let difference = ImageComparison().difference(
      try pixel(0, alpha: 0), try pixel(200, alpha: 0))
    #expect(difference.differentPixels == 0)
    #expect(try pixel(200, alpha: 0) != pixel(0, alpha: 0))
    #expect(try PixelHash(pixel(200, alpha: 0)) == PixelHash(pixel(201, alpha: 0)))
  }
}
