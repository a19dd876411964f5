import Testing

@testable import PortableMath

/// The damped spring compared with its differential equation, integrated step by step.
@Suite struct SpringTests {
  static let ratios = [0.05, 0.3, 0.9, 0.999_999, 1 - 1e-10, 1, 1 + 1e-8, 1.2, 4, 10]

  private func spring(_ ratio: Double, y: Double = -80, v: Double = 700) -> DampedSpring {
    DampedSpring(angularFrequency: 10, dampingRatio: ratio, displacement: y, velocity: v)
  }

  @Test(arguments: ratios)
  func springStartsAtReleasePositionAndVelocity(ratio: Double) {
    let spring = spring(ratio)
    #expect((spring.displacement(at: 0) + 80).magnitude < 1e-9)
    #expect((spring.velocity(at: 0) - 700).magnitude < 1e-9)
  }

  @Test(arguments: ratios)
  func springFollowsEquationOfMotion(ratio: Double) {
    let spring = spring(ratio)
    func acceleration(_ y: Double, _ v: Double) -> Double { -2 * ratio * 10 * v - 100 * y }
    var (y, v) = (-80.0, 700.0)
    let h = 0.0005
    for step in 1...4000 {
      // The fourth-order Runge-Kutta method.
      let (k1y, k1v) = (v, acceleration(y, v))
      let (k2y, k2v) = (v + h / 2 * k1v, acceleration(y + h / 2 * k1y, v + h / 2 * k1v))
      let (k3y, k3v) = (v + h / 2 * k2v, acceleration(y + h / 2 * k2y, v + h / 2 * k2v))
      let (k4y, k4v) = (v + h * k3v, acceleration(y + h * k3y, v + h * k3v))
      y += h / 6 * (k1y + 2 * k2y + 2 * k3y + k4y)
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
      if step % 100 == 0 {
        let time = Double(step) * h
        #expect((spring.displacement(at: time) - y).magnitude < 2e-6, "y at \(time)")
        #expect((spring.velocity(at: time) - v).magnitude < 2e-5, "v at \(time)")
      }
    }
  }

  @Test(arguments: ratios, [(-80.0, 700.0), (0, 2400), (0, -20), (30, 0), (-80, 5000)])
  func restIsWhenSpringStaysWithinTolerance(ratio: Double, start: (y: Double, v: Double)) {
    let spring = spring(ratio, y: start.y, v: start.v)
    let time = spring.timeToRest(distance: 0.25)
    #expect(spring.displacement(at: time).magnitude < 0.25)
    #expect(time == 0 || spring.displacement(at: time * (1 - 1e-9)).magnitude >= 0.25)
    let later = (1...20_000).map { spring.displacement(at: time + Double($0) / 1000).magnitude }
    #expect((later.max() ?? 0) < 0.25)
  }

  @Test func springWithinToleranceIsAtRest() {
    #expect(spring(0.3, y: 0.2, v: 0).timeToRest(distance: 0.25) == 0)
    #expect(spring(1, y: 0, v: 0).timeToRest(distance: 0.25) == 0)
  }

  /// A spring that passes its rest position at low velocity is not at rest.
  @Test func oscillatingSpringIsNotAtRest() {
    let spring = DampedSpring(
      angularFrequency: 2, dampingRatio: 0.05, displacement: 0, velocity: 29)
    #expect(spring.timeToRest(distance: 0.25) > 25)
  }

  @Test(arguments: ratios)
  func settledSpringStaysWithinTolerance(ratio: Double) {
    let spring = spring(ratio, y: 1, v: 3)
    let time = spring.timeWithin(0.001)
    #expect(time.isFinite)
    for k in 0...4000 {
      let later = time * (1 + Double(k) / 1000)
      #expect(spring.displacement(at: later).magnitude <= 0.001 * (1 + 1e-9))
    }
  }

  @Test(arguments: [
    "spring(1, 100, 10, 0)", "spring(1, 100, 20, 0)", "spring(1, 100, 60, 0)",
    "spring(3, 400, 8, -5)", "spring(1, 100, 20, 10)",
  ])
  func springEasingSpansItsSettlingTime(text: String) throws {
    guard case .spring(let easing) = try Easing(text) else {
      Issue.record("not a spring")
      return
    }
    let spring = DampedSpring(
      angularFrequency: (easing.stiffness / easing.mass).squareRoot(),
      dampingRatio: easing.damping / (2 * (easing.mass * easing.stiffness).squareRoot()),
      displacement: -1, velocity: easing.initialVelocity)
    for k in 0...100 {
      let progress = Double(k) / 100
      let exact = 1 + spring.displacement(at: progress * easing.settlingTime)
      #expect(
        (easing.value(at: progress) - exact).magnitude <= SpringEasing.settledDistance * 1.000_001)
    }
    let slope = (easing.value(at: 1) - easing.value(at: 1 - 1e-7)) / 1e-7
    #expect((slope - easing.endSlope).magnitude < 1e-4)
  }

  /// The textbook formula for the overshoot of the step response: e^(-π d / sqrt(1 - d²)).
  @Test func standardSpringOvershootsBy16Percent() {
    let easing = SpringEasing.standard
    let highest = (0...10_000).map { easing.value(at: Double($0) / 10_000) }.max() ?? 0
    #expect((highest - 1.163).magnitude < 0.002)
  }
}
