import Testing

@testable import VisualDiff

@Suite struct ColorDifferenceTests {
  /// Pairs and results of Sharma, Wu and Dalal (2005), table 1.
  @Test(arguments: [
    ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
    ([50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615),
    ([50, 2.8361, -74.0200], [50, 0, -82.7485], 3.4412),
    ([50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0000),
    ([50, -1.1848, -84.8006], [50, 0, -82.7485], 1.0000),
    ([50, -0.9009, -85.5211], [50, 0, -82.7485], 1.0000),
    ([50, 0, 0], [50, -1, 2], 2.3669),
    ([50, -1, 2], [50, 0, 0], 2.3669),
    ([50, 2.4900, -0.0010], [50, -2.4900, 0.0009], 7.1792),
    ([50, 2.4900, -0.0010], [50, -2.4900, 0.0010], 7.1792),
    ([50, 2.4900, -0.0010], [50, -2.4900, 0.0011], 7.2195),
    ([50, 2.4900, -0.0010], [50, -2.4900, 0.0012], 7.2195),
    ([50, -0.0010, 2.4900], [50, 0.0009, -2.4900], 4.8045),
    ([50, -0.0010, 2.4900], [50, 0.0011, -2.4900], 4.7461),
    ([50, 2.5, 0], [50, 0, -2.5], 4.3065),
    ([50, 2.5, 0], [73, 25, -18], 27.1492),
    ([50, 2.5, 0], [61, -5, 29], 22.8977),
    ([50, 2.5, 0], [56, -27, -3], 31.9030),
    ([50, 2.5, 0], [58, 24, 15], 19.4535),
    ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.2630),
    ([61.2901, 3.7196, -5.3901], [61.4292, 2.2480, -4.9620], 1.8731),
    ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
    ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
    ([36.4612, 47.8580, 18.3852], [36.2715, 50.5065, 21.2231], 1.4146),
    ([90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447], 1.4441),
    ([90.9257, -0.5406, -0.9208], [88.6381, -0.8985, -0.7239], 1.5381),
    ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
    ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
  ])
  func ciede2000AgreesWithThePublishedTable(first: [Double], second: [Double], expected: Double) {
    let left = LabColor(lightness: first[0], a: first[1], b: first[2])
    let right = LabColor(lightness: second[0], a: second[1], b: second[2])
    #expect(abs(ciede2000(left, right) - expected) < 0.00005 + 1e-9)
    #expect(abs(ciede2000(right, left) - expected) < 0.00005 + 1e-9)
  }

  @Test func blackToWhiteIsAHundredInBothDifferences() {
    let black = LabColor(red: 0, green: 0, blue: 0)
    let white = LabColor(red: 255, green: 255, blue: 255)
    #expect(abs(cie94(black, white) - 100) < 0.01)
    #expect(abs(ciede2000(black, white) - 100) < 0.01)
  }

  @Test(arguments: [0.001, 0.0088, 0.3, 0.5, 1, 2, 3.9])
  func rootsMultiplyBackToTheirNumber(value: Double) {
    let cube = Roots.cubeRoot(value)
    let fifth = Roots.fifthRoot(value)
    #expect(abs(cube * cube * cube - value) < 1e-14)
    #expect(abs(fifth * fifth * fifth * fifth * fifth - value) < 1e-14)
  }

  /// Exact values of a few angles, and the identity that ties them together.
  @Test(arguments: [(0, 0), (30, 0.5), (90, 1), (150, 0.5), (180, 0), (270, -1), (-30, -0.5)])
  func sinesOfRoundAnglesAreTheirExactValues(degrees: Double, expected: Double) {
    #expect(abs(Angles.sine(degrees) - expected) < 1e-12)
    let cosine = Angles.cosine(degrees)
    #expect(abs(Angles.sine(degrees) * Angles.sine(degrees) + cosine * cosine - 1) < 1e-12)
  }

  @Test(arguments: (0..<24).map { Double($0) * 15 })
  func theDirectionOfAnAnglesVectorIsTheAngle(degrees: Double) {
    let direction = Angles.direction(x: Angles.cosine(degrees), y: Angles.sine(degrees))
    #expect(abs(direction - degrees) < 1e-9 || abs(direction - degrees - 360) < 1e-9)
  }

  @Test(arguments: [
    (0, 1), (1, 0.367879441171442), (0.001, 0.999000499833375), (20, 2.06115362e-9),
  ])
  func theExponentialAgreesWithTables(value: Double, expected: Double) {
    #expect(abs(Exponential.ofMinus(value) - expected) < 1e-12)
  }
}
