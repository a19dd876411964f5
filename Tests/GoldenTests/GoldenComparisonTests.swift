import PortableMath
import Raster
import Testing

/// Goldens can fail, and a failure writes a picture.
struct GoldenComparisonTests {
  func picture(_ width: Int, _ color: Color) throws -> Pixmap {
    guard let size = PixelSize(width: width, height: 1) else { throw NoSuchSize() }
    return Pixmap(size: size, fill: color)
  }

  @Test func equalPicturesHaveNoComparison() throws {
    let one = try picture(3, .white)
    #expect(GoldenComparison(expected: one, actual: one) == nil)
  }

  @Test func oneLevelInOnePixelDiffers() throws {
    let expected = try picture(3, .white)
    var actual = expected
    actual.fill(
      DeviceRect(x: 1, y: 0, width: 1, height: 1), with: Color(rgb: 0xFFFEFF),
      clip: actual.size.bounds)
    let comparison = try #require(GoldenComparison(expected: expected, actual: actual))
    #expect(comparison.summary == "1 of 3 pixels differ, by up to 1 levels")
    let left = comparison.picture()
    #expect(left.width == 17)
    let levels = (7..<10).map { left.bytes[$0 * 4] }
    #expect(levels == [255, 159, 255])
  }

  @Test func differentSizesDiffer() throws {
    let comparison = try #require(
      GoldenComparison(expected: picture(2, .white), actual: picture(3, .white)))
    #expect(comparison.summary == "3 x 1 pixels instead of 2 x 1")
    #expect(comparison.picture().bytes[(3 + 4 + 2) * 4 + 1] == 0)
  }

  @Test(
    "recorded on constraint, never by CI",
    arguments: [
      ([:], false), (["TWHEADER_RECORD_GOLDENS": "1"], true),
      (["TWHEADER_RECORD_GOLDENS": "0"], false),
      (["TWHEADER_RECORD_GOLDENS": "1", "CI": "true"], false),
      (["TWHEADER_RECORD_GOLDENS": "1", "CI": ""], false),
    ] as [([String: String], Bool)])
  func recording(environment: [String: String], isRecording: Bool) {
    #expect(Golden.isRecording(environment) == isRecording)
  }
}
