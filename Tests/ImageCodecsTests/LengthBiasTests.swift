import Testing

@testable import GIF

/// What is added to a string's length when strings are compared.
struct LengthBiasTests {
  /// Behind many strings of one length; longer ones than 40 pixels count as 40.
  @Test(arguments: [
    (0, 12, 1.6), (1, 12, 13.6), (0.5, 12, 7.6), (1, 40, 41.6), (1, 1000, 41.6), (0.25, 1000, 11.6),
  ])
  func aPartOfTheMeanLengthIsAdded(part: Float, length: Int, pixels: Float) {
    var bias = LengthBias(part: part)
    for _ in 0..<1000 { bias.add(length) }
    // Rounded down to an eighth.
    let least = bias.pixels
    #expect(least <= pixels + 0.001)
    #expect(least > pixels - 0.126)
  }

  /// The mean follows what strings are like: half of the way after some 22 of them.
  @Test func theMeanRuns() {
    var bias = LengthBias(part: 1)
    for _ in 0..<1000 { bias.add(4) }
    for _ in 0..<22 { bias.add(20) }
    let pixels = bias.pixels
    #expect((13.3...13.8).contains(pixels))
  }

  /// Lengths that are kept in a table and those that are not, before and after the bias changes.
  @Test(arguments: [1, 2, 63, 64, 65, 1280])
  func inversesAreThoseOfTheSum(length: Int) {
    var bias = LengthBias(part: 0.7)
    for number in 0..<100 {
      let product = bias.inverse(of: length) * (Float(length) + bias.pixels)
      #expect(abs(product - 1) < 1e-6)
      bias.add(number)
    }
  }
}
