import Raster
import Testing

@testable import VisualDiff

@Suite struct PixelHashTests {
  /// The digests of the reference implementation of XXH64 with seed 0.
  @Test(arguments: [
    ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B),
    ("abc", 0x44BC_2CF5_AD77_0999),
    ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
  ])
  func digestIsXXH64(text: String, expected: UInt64) {
    let bytes = Array(text.utf8)
    for split in 0...min(8, bytes.count) {
      let digest = XXHash64.digest(head: Array(bytes[..<split]), Array(bytes[split...]))
      #expect(digest == expected)
    }
  }

  @Test func hashDependsOnSizeAndPixels() {
    #expect(PixelHash(flat(2, 3, .white)) != PixelHash(flat(3, 2, .white)))
    #expect(PixelHash(flat(2, 3, .white)) != PixelHash(flat(2, 3, .black)))
    #expect(PixelHash(flat(2, 3, .white)) == PixelHash(flat(2, 3, .white)))
  }

  @Test(arguments: [0, 1, 0xFFFF_FFFF_FFFF_FFFF as UInt64])
  func textRoundTrips(value: UInt64) {
    #expect(PixelHash(PixelHash(value: value).text) == PixelHash(value: value))
  }

  @Test(arguments: ["", "123", "00000000000000000", "+00000000000000f", "000000000000000F"])
  func invalidTextsAreNil(text: String) {
    #expect(PixelHash(text) == nil)
  }
}
