@testable import FrameEncoding
import Testing

@Suite struct QualitySearchTests {
  /// If the size of a file equals its quality, the search ends at the limit or at the maximum
  /// quality.
  @Test(arguments: [1, 2, 50, 80, 100])
  func highestFittingQualityIsFound(highest: Int) {
    for limit in 0...101 {
      var tries = 0
      let best = QualitySearch(highest: highest, limit: limit).best { quality in
        tries += 1
        return QualitySearch.File([UInt8](repeating: 0, count: quality))
      }
      #expect(best?.quality == (limit == 0 ? nil : min(limit, highest)))
      #expect(best?.bytes.count == best?.quality)
      #expect(tries <= (limit * 3 < highest || limit * 4 > highest * 3 ? 8 : 7))
    }
  }

  /// A size far from the limit is followed by the end of the range.
  @Test(arguments: [(10, 80, 2), (79, nil, 2), (3000, 80, 2)] as [(Int, Int?, Int)])
  func sizesFarFromTheLimitNeedFewTries(limit: Int, quality: Int?, tries: Int) {
    var tried = 0
    let best = QualitySearch(highest: 80, limit: limit).best { quality in
      tried += 1
      let bytes = limit == 10 ? 1 : 100 + quality
      return QualitySearch.File([UInt8](repeating: 0, count: bytes))
    }
    #expect(best?.quality == quality)
    #expect(tried == tries)
  }
}
