@testable import CodecInterface
@testable import ImageCodecs
import Raster
import Testing

struct PremultiplicationTests {
  /// Returns the quotient rounded to nearest, in exact integers.
  private func nearest(_ numerator: Int, _ denominator: Int) -> Int {
    (2 * numerator + denominator) / (2 * denominator)
  }

  @Test func productsOfBytesAreCorrectlyRounded() {
    for a in 0...255 {
      for b in 0...255 {
        #expect(Int(Premultiplication.product(UInt32(a), UInt32(b))) == nearest(a * b, 255))
      }
    }
  }

  @Test func dividingAndMultiplyingAgainGivesTheSameBytes() {
    for alpha in 0...255 {
      var pixels = (0...alpha).flatMap { color -> [UInt8] in
        [UInt8(color), UInt8(alpha - color), 0, UInt8(alpha)]
      }
      let original = pixels
      StraightAlpha.divide(&pixels)
      Premultiplication.premultiply(&pixels)
      #expect(pixels == original)
    }
  }

  @Test(arguments: [0, 1, 127, 128, 129, 257, 300, 32_767, 32_768, 65_407, 65_408, 65_534, 65_535])
  func sixteenBitsAreRoundedOnce(alpha: Int) {
    let colors = Array(stride(from: 0, through: 65_535, by: 7)) + [65_535]
    let samples = colors.flatMap { color -> [UInt16] in
      [UInt16(color), 0, 65_535, UInt16(alpha)]
    }
    let bytes = Premultiplication.premultipliedBytes(of: samples)
    for (index, color) in colors.enumerated() {
      #expect(Int(bytes[index * 4]) == nearest(color * alpha * 255, 65_535 * 65_535))
      #expect(Int(bytes[index * 4 + 2]) == nearest(alpha * 255, 65_535))
      #expect(Int(bytes[index * 4 + 3]) == nearest(alpha * 255, 65_535))
      #expect(bytes[index * 4] <= bytes[index * 4 + 3])
    }
  }
}
