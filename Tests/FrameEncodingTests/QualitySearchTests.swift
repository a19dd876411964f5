@testable import FrameEncoding
import Testing

@Suite struct QualitySearchTests {
  /// A file as large as its quality must end at the limit itself, or at the highest allowed.
  @Test(arguments: [1, 2, 50, 80, 100])
  func theLargestThatFitsIsFound(highest: Int) {
    for limit in 0...101 {
      var tries = 0
      let best = QualitySearch(highest: highest).best { quality in
        tries += 1
        return quality <= limit ? [UInt8](repeating: 0, count: quality) : nil
      }
      #expect(best?.quality == (limit == 0 ? nil : min(limit, highest)))
      #expect(best?.bytes.count == best?.quality)
      #expect(tries <= (limit >= highest ? 1 : limit == 0 ? 2 : 9))
    }
  }
}
