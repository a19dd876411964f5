import Raster
import Testing
import VisualDiff

/// The counts of the published algorithm (pixelmatch 7.2.0) for generated pairs with all kinds of
/// noise, flat areas, alpha, thresholds and options.
@Suite struct PixelmatchCountTests {
  @Test(arguments: Array(PixelmatchCountTests.published.enumerated()))
  func countsEqualPublishedOnes(
    seed: Int, published: (different: Int, antialiased: Int)
  ) {
    let pair = GeneratedPair(seed: seed)
    let comparison = ImageComparison(metric: .pixelmatch(pair.options))
    let difference = comparison.difference(pair.first, pair.second)
    #expect(difference.differentPixels == published.different)
    #expect(difference.antialiasedPixels == published.antialiased)
  }

  @Test func digestOfAThousandCountsMatchesPublished() {
    var digest: UInt64 = 0
    for seed in 0..<1000 {
      let pair = GeneratedPair(seed: seed)
      let difference = ImageComparison(metric: .pixelmatch(pair.options))
        .difference(pair.first, pair.second)
      digest = digest &* 1_000_003 &+ UInt64(difference.differentPixels)
      digest = digest &* 1_000_003 &+ UInt64(difference.antialiasedPixels)
    }
    #expect(digest == PixelmatchCountTests.publishedDigest)
  }
}
