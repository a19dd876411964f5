import Testing

@testable import GIF

/// The bias added to string lengths in comparisons.
struct LengthBiasTests {
  /// The bias after many strings of one length. Lengths above 40 pixels count as 40.
  @Test(arguments: [
    (0, 12, 1.6), (1, 12, 13.6), (0.5, 12, 7.6), (1, 40, 41.6), (1, 1000, 41.6), (0.25, 1000, 11.6),
  ])
  func biasIsAFractionOfTheMeanLength(part: Float, length: Int, pixels: Float) {
    var bias = LengthBias(fraction: part)
    for _ in 0..<1000 { bias.add(length) }
    // Rounded down to an eighth.
    let least = bias.pixels
    #expect(least <= pixels + 0.001)
    #expect(least > pixels - 0.126)
  }

  /// The running mean covers half of the distance to a new length after about 22 strings.
  @Test func meanFollowsLengths() {
    var bias = LengthBias(fraction: 1)
    for _ in 0..<1000 { bias.add(4) }
    for _ in 0..<22 { bias.add(20) }
    let pixels = bias.pixels
    #expect((13.3...13.8).contains(pixels))
  }

  /// Lengths inside and outside of the cache, before and after the bias changes.
  @Test(arguments: [1, 2, 63, 64, 65, 1280])
  func inverseIsThatOfBiasedLength(length: Int) {
    var bias = LengthBias(fraction: 0.7)
    for number in 0..<100 {
      let product = bias.inverse(of: length) * (Float(length) + bias.pixels)
      #expect(abs(product - 1) < 1e-6)
      bias.add(number)
    }
  }
}
