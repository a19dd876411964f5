/// The timing function `spring(mass, stiffness, damping, initialVelocity)`: a damped spring let go
/// one unit away from its rest, normalised so that 0...1 of progress is the time it takes to settle.
public struct SpringEasing: Hashable, Sendable {
  /// In kilograms, say; only ratios matter.
  public let mass: Double
  /// Force a unit of distance.
  public let stiffness: Double
  /// Force a unit of speed.
  public let damping: Double
  /// Units a second, towards the target.
  public let initialVelocity: Double
  /// Seconds of the spring's own time until it stays within `settledDistance`.
  public let settlingTime: Double
  private let spring: DampedSpring
  private let leftAtEnd: Double

  /// A spring counts as settled from when it stays within this part of the whole way.
  public static let settledDistance = 0.001

  /// `spring`: spring(1, 100, 10, 0), the numbers animation libraries default to.
  public static let standard = SpringEasing(
    unchecked: 1, stiffness: 100, damping: 10, initialVelocity: 0)

  /// nil unless mass, stiffness and damping are in 0.001...1,000,000, the velocity within ±1000
  /// and the damping ratio in 0.01...100 (others swing or creep for minutes).
  public init?(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
    let range = 0.001...1_000_000.0
    guard range.contains(mass), range.contains(stiffness), range.contains(damping),
      (-1000...1000.0).contains(initialVelocity)
    else { return nil }
    let ratio = damping / (2 * (mass * stiffness).squareRoot())
    guard (0.01...100.0).contains(ratio) else { return nil }
    self.init(
      unchecked: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
  }

  private init(
    unchecked mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
  ) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    // What is left of the way: 1 at first, shrinking with the initial velocity.
    spring = DampedSpring(
      angularFrequency: (stiffness / mass).squareRoot(),
      dampingRatio: damping / (2 * (mass * stiffness).squareRoot()),
      displacement: 1, velocity: -initialVelocity)
    settlingTime = spring.timeWithin(SpringEasing.settledDistance)
    leftAtEnd = spring.displacement(at: settlingTime)
  }

  /// Progress out for progress in: 0 before 0, 1 from 1 on. What is left of the way when the
  /// spring counts as settled, at most a thousandth, is spread over the whole so that it ends at 1.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    return 1 - spring.displacement(at: progress * settlingTime) + progress * leftAtEnd
  }

  /// The slope at the end, in progress out for progress in.
  var endSlope: Double {
    -spring.velocity(at: settlingTime) * settlingTime + leftAtEnd
  }
}
