import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct MaskTests {
  private let before = flat(10, 4, .white)
  private let after = flat(10, 4, .black)
  private static let metrics: [ComparisonMetric] = [
    .exact, .pixelmatch(PixelmatchOptions()), .ssimCIE94(largestAllowed: 1),
    .ciede2000(largestAllowed: 1),
  ]

  @Test(arguments: metrics)
  func ignoresMaskedRectangles(metric: ComparisonMetric) {
    let mask = MaskRegion(.rect(PixelRect(x: 2, y: 1, width: 3, height: 9)))
    let difference = ImageComparison(metric: metric, masks: [mask]).difference(before, after)
    #expect(difference.ignoredPixels == 9)
    #expect(difference.comparedPixels == 31)
    #expect(difference.differentPixels == 31)
    #expect(difference.differentRatio == 1)
  }

  @Test func maskPictureIgnoresWhatItCovers() throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    let mask = try #require(CoverageMask(size: size, bytes: [255, 0, 0, 1]))
    let difference = ImageComparison(masks: [MaskRegion(.mask(mask))]).difference(before, after)
    #expect(difference.ignoredPixels == 2)
    #expect(difference.differentPixels == 38)
  }

  @Test(arguments: [(0, 40), (9, 40), (10, 0), (19, 0), (20, 40)])
  func timedMaskAppliesFromStartUntilEnd(time: Int, different: Int) {
    let mask = MaskRegion(.everywhere, from: hundredths(10), until: hundredths(20))
    let difference = ImageComparison(masks: [mask])
      .difference(before, after, at: hundredths(time))
    #expect(difference.differentPixels == different)
  }

  @Test func overlappingMasksCountAPixelOnce() {
    let rect = PixelRect(x: 0, y: 0, width: 2, height: 2)
    let comparison = ImageComparison(masks: [MaskRegion(.rect(rect)), MaskRegion(.rect(rect))])
    #expect(comparison.difference(before, after).ignoredPixels == 4)
  }
}
