/// A mass on a damped spring, let go away from its rest: y" + 2 d w y' + w² y = 0.
package struct DampedSpring: Hashable, Sendable {
  /// w, in radians a second.
  package let angularFrequency: Double
  /// d: below 1 it swings, at 1 it returns fastest, above 1 it creeps.
  package let dampingRatio: Double
  /// y at time 0.
  package let displacement: Double
  /// y' at time 0, a second.
  package let velocity: Double

  /// `angularFrequency` and `dampingRatio` are positive.
  package init(
    angularFrequency: Double, dampingRatio: Double, displacement: Double, velocity: Double
  ) {
    self.angularFrequency = angularFrequency
    self.dampingRatio = dampingRatio
    self.displacement = displacement
    self.velocity = velocity
  }

  private enum Regime {
    /// e^(-decay t) (y0 cos(frequency t) + sine sin(frequency t))
    case under(decay: Double, frequency: Double, sine: Double)
    /// e^(-decay t) (y0 + linear t)
    case critical(decay: Double, linear: Double)
    /// slow e^(-slowDecay t) + fast e^(-fastDecay t)
    case over(slow: Double, slowDecay: Double, fast: Double, fastDecay: Double)
  }

  /// The three solutions, as in any text on the damped oscillator. Within a billionth of critical
  /// the critical one is the more exact: the others divide by almost 0.
  private var regime: Regime {
    let decay = dampingRatio * angularFrequency
    if (dampingRatio - 1).magnitude < 1e-9 {
      return .critical(decay: decay, linear: velocity + decay * displacement)
    }
    if dampingRatio < 1 {
      let frequency = angularFrequency * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
      let sine = (velocity + decay * displacement) / frequency
      return .under(decay: decay, frequency: frequency, sine: sine)
    }
    let spread = angularFrequency * ((dampingRatio - 1) * (dampingRatio + 1)).squareRoot()
    let fastDecay = decay + spread
    // decay - spread, without the cancellation.
    let slowDecay = angularFrequency * angularFrequency / fastDecay
    let slow = (velocity + fastDecay * displacement) / (fastDecay - slowDecay)
    return .over(slow: slow, slowDecay: slowDecay, fast: displacement - slow, fastDecay: fastDecay)
  }

  package func displacement(at time: Double) -> Double {
    switch regime {
    case .under(let decay, let frequency, let sine):
      let phase = frequency * time
      return DeterministicMath.exp(-decay * time)
        * (displacement * DeterministicMath.cos(phase) + sine * DeterministicMath.sin(phase))
    case .critical(let decay, let linear):
      return DeterministicMath.exp(-decay * time) * (displacement + linear * time)
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return slow * DeterministicMath.exp(-slowDecay * time) + fast
        * DeterministicMath.exp(-fastDecay * time)
    }
  }

  package func velocity(at time: Double) -> Double {
    switch regime {
    case .under(let decay, let frequency, _):
      let phase = frequency * time
      let sine = (decay * velocity + angularFrequency * angularFrequency * displacement) / frequency
      return DeterministicMath.exp(-decay * time)
        * (velocity * DeterministicMath.cos(phase) - sine * DeterministicMath.sin(phase))
    case .critical(let decay, let linear):
      return DeterministicMath.exp(-decay * time) * (velocity - decay * linear * time)
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return -slow * slowDecay * DeterministicMath.exp(-slowDecay * time)
        - fast * fastDecay * DeterministicMath.exp(-fastDecay * time)
    }
  }

  /// A time from which |y| stays within `distance`: of a swinging spring when its envelope does.
  package func timeWithin(_ distance: Double) -> Double {
    switch regime {
    case .under(let decay, _, let sine):
      let amplitude = (displacement * displacement + sine * sine).squareRoot()
      return max(0, DeterministicMath.ln(amplitude / distance) / decay)
    case .critical(let decay, let linear):
      return DampedSpring.lastTime(from: max(0, 1 / decay)) { time in
        DeterministicMath.exp(-decay * time) * (displacement.magnitude + linear.magnitude * time)
          > distance
      }
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return DampedSpring.lastTime(from: 0) { time in
        slow.magnitude * DeterministicMath.exp(-slowDecay * time)
          + fast.magnitude * DeterministicMath.exp(-fastDecay * time) > distance
      }
    }
  }

  /// The time from which |y| stays below `distance`, found between two milliseconds. A swinging
  /// spring passes its rest again and again: what counts is the last swing as far as `distance`.
  package func timeToRest(distance: Double) -> Double {
    func isFar(_ time: Double) -> Bool { displacement(at: time).magnitude >= distance }
    guard let farthest = lastExtremum(beyond: distance) else { return 0 }
    // From there to the next extremum y passes the rest once, if at all: it is far, then near.
    let end =
      farthest.next.map { DampedSpring.boundary(farthest.time, $0, isMoving: isFar) }
      ?? DampedSpring.lastTime(from: farthest.time, isMoving: isFar)
    var millisecond = (end * 1000).rounded(.down)
    while millisecond / 1000 < farthest.time || isFar(millisecond / 1000) { millisecond += 1 }
    return DampedSpring.boundary(
      max(farthest.time, (millisecond - 1) / 1000), millisecond / 1000, isMoving: isFar)
  }

  /// The last moment at which y turns, or 0, at which |y| is at least `distance`, and when y turns
  /// next, nil: never.
  private func lastExtremum(beyond distance: Double) -> (time: Double, next: Double?)? {
    let times = [0] + turningTimes(beyond: distance).filter { $0 > 0 && $0.isFinite }
    return times.lastIndex { displacement(at: $0).magnitude >= distance }.map { last in
      (times[last], last + 1 < times.count ? times[last + 1] : nil)
    }
  }

  /// When y' is 0: of a swinging spring the turns around the moment from which its envelope stays
  /// within `distance`.
  private func turningTimes(beyond distance: Double) -> [Double] {
    switch regime {
    case .under(let decay, let frequency, let sine):
      // y' = 0 where tan(frequency t) = (frequency sine - decay y0) / (frequency y0 + decay sine).
      let halfTurn = DeterministicMath.degreesPerRadian * frequency / 180
      let first =
        DeterministicMath.direction(
          x: frequency * displacement + decay * sine, y: frequency * sine - decay * displacement)
        / (DeterministicMath.degreesPerRadian * frequency)
      let last = ((timeWithin(distance) - first) * halfTurn).rounded(.up)
      return stride(from: last - 3, through: last + 1, by: 1).map { first + $0 / halfTurn }
    case .critical(let decay, let linear): return [velocity / (decay * linear)]
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      let ratio = -(fast * fastDecay) / (slow * slowDecay)
      return ratio > 0 ? [DeterministicMath.ln(ratio) / (fastDecay - slowDecay)] : []
    }
  }

  /// Where `isMoving`, true at first and false from some time on, turns false.
  private static func lastTime(from start: Double, isMoving: (Double) -> Bool) -> Double {
    guard isMoving(start) else { return start }
    var step = 1.0
    while isMoving(start + step), step < 1e9 { step *= 2 }
    return boundary(start, start + step, isMoving: isMoving)
  }

  private static func boundary(
    _ low: Double, _ high: Double, isMoving: (Double) -> Bool
  ) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isMoving(middle) { low = middle } else { high = middle }
    }
    return high
  }
}

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
  var endSlope: Double { -spring.velocity(at: settlingTime) * settlingTime + leftAtEnd }
}
