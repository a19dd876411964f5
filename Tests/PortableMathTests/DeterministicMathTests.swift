import Foundation
import Testing

@testable import PortableMath

/// The portable exp, ln, sin and cos compared with those of the platform.
@Suite struct DeterministicMathTests {
  private func agree(
    _ ours: Double, _ theirs: Double, _ x: Double, _ location: SourceLocation = #_sourceLocation
  ) {
    if theirs == 0 || !theirs.isFinite || theirs.magnitude < Double.leastNormalMagnitude {
      #expect(
        (ours - theirs).magnitude <= Double.leastNonzeroMagnitude * 100 || ours == theirs,
        "at \(x)", sourceLocation: location)
    } else {
      #expect(((ours - theirs) / theirs).magnitude < 1e-15, "at \(x)", sourceLocation: location)
    }
  }

  @Test func expAgrees() {
    for k in -7400...7090 {
      let x = Double(k) / 10 + 0.0123
      agree(DeterministicMath.exp(x), Foundation.exp(x), x)
    }
    for k in -1000...1000 {
      agree(DeterministicMath.exp(Double(k) / 1000), Foundation.exp(Double(k) / 1000), Double(k))
    }
    #expect(DeterministicMath.exp(0) == 1)
    #expect(DeterministicMath.exp(1000) == .infinity)
    #expect(DeterministicMath.exp(-1000) == 0)
    #expect(DeterministicMath.exp(-.infinity) == 0)
    #expect(DeterministicMath.exp(.nan).isNaN)
  }

  @Test func lnAgrees() {
    for k in 1...20_000 {
      for x in [
        Double(k) / 10_000, Double(k) * 37.7, 1 + Double(k) * 1e-12, 1 / Double(k) * 1e-300,
      ] {
        agree(DeterministicMath.ln(x), Foundation.log(x), x)
      }
    }
    #expect(DeterministicMath.ln(1) == 0)
    #expect(DeterministicMath.ln(0) == -.infinity)
    #expect(DeterministicMath.ln(.infinity) == .infinity)
    #expect(DeterministicMath.ln(-1).isNaN)
    #expect(DeterministicMath.ln(.nan).isNaN)
    agree(DeterministicMath.ln(.leastNonzeroMagnitude), Foundation.log(.leastNonzeroMagnitude), 0)
  }

  @Test func sineAndCosineAgree() {
    for k in -40_000...40_000 {
      for x in [Double(k) * 0.0101, Double(k) * 3.7, Double(k) * 1e-6] {
        agree(DeterministicMath.sin(x), Foundation.sin(x), x)
        agree(DeterministicMath.cos(x), Foundation.cos(x), x)
      }
    }
    for k in 1...1000 {
      // The most difficult arguments: the doubles nearest to multiples of a quarter turn.
      let x = Double(k) * (Double.pi / 2)
      agree(DeterministicMath.sin(x), Foundation.sin(x), x)
      agree(DeterministicMath.cos(x), Foundation.cos(x), x)
    }
  }

  @Test(
    arguments: [
      (0, 0), (30, 0.5), (90, 1), (180, 0), (270, -1), (-30, -0.5), (765, 0.7071067811865476),
    ] as [(Double, Double)])
  func sinesOfMultiplesOf30DegreesAreExact(degrees: Double, expected: Double) {
    #expect((DeterministicMath.sin(degrees: degrees) - expected).magnitude < 1e-12)
    #expect((DeterministicMath.cos(degrees: degrees - 90) - expected).magnitude < 1e-12)
  }

  @Test(arguments: Array(stride(from: 0.0, to: 360, by: 7.5)))
  func directionInvertsAngleVector(degrees: Double) {
    let x = DeterministicMath.cos(degrees: degrees)
    let y = DeterministicMath.sin(degrees: degrees)
    let direction = DeterministicMath.direction(x: x, y: y)
    let difference = (direction - degrees).magnitude
    #expect(min(difference, 360 - difference) < 1e-10)
  }

  @Test func zeroVectorHasDirectionZero() {
    #expect(DeterministicMath.direction(x: 0, y: 0) == 0)
    #expect(DeterministicMath.direction(x: -1, y: 0) == 180)
    #expect(DeterministicMath.direction(x: 0, y: -1) == 270)
  }

  @Test(arguments: [1e-9, 0.008856, 0.1, 0.5, 1, 2, 3.999, 1000])
  func rootsInvertPowers(value: Double) {
    let cube = DeterministicMath.cubeRoot(value)
    #expect((cube * cube * cube / value - 1).magnitude < 1e-14)
    let fifth = DeterministicMath.fifthRoot(value)
    #expect((fifth * fifth * fifth * fifth * fifth / value - 1).magnitude < 1e-14)
  }

  @Test func rootsOfUnsupportedNumbersAreZero() {
    #expect(DeterministicMath.cubeRoot(0) == 0)
    #expect(DeterministicMath.fifthRoot(-1) == 0)
  }
}
