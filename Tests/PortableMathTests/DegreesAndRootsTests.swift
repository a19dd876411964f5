import PortableMath
import Testing

@Suite struct DegreesAndRootsTests {
  @Test(arguments: [0.001, 0.0088, 0.3, 0.5, 1, 2, 3.9])
  func rootsMultiplyToTheirNumber(value: Double) {
    let cube = DeterministicMath.cubeRoot(value)
    let fifth = DeterministicMath.fifthRoot(value)
    #expect(abs(cube * cube * cube - value) < 1e-14)
    #expect(abs(fifth * fifth * fifth * fifth * fifth - value) < 1e-14)
  }

  /// The exact values at a few angles, and sin² + cos² = 1.
  @Test(arguments: [(0, 0), (30, 0.5), (90, 1), (150, 0.5), (180, 0), (270, -1), (-30, -0.5)])
  func sinesOfMultiplesOf30DegreesAreExact(degrees: Double, expected: Double) {
    #expect(abs(DeterministicMath.sin(degrees: degrees) - expected) < 1e-12)
    let cosine = DeterministicMath.cos(degrees: degrees)
    #expect(
      abs(
        DeterministicMath.sin(degrees: degrees) * DeterministicMath.sin(degrees: degrees) + cosine
          * cosine - 1) < 1e-12)
  }

  @Test(arguments: (0..<24).map { Double($0) * 15 })
  func directionInvertsAngleVector(degrees: Double) {
    let direction = DeterministicMath.direction(
      x: DeterministicMath.cos(degrees: degrees), y: DeterministicMath.sin(degrees: degrees))
    #expect(abs(direction - degrees) < 1e-9 || abs(direction - degrees - 360) < 1e-9)
  }
}
