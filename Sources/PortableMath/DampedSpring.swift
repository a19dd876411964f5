/// A damped harmonic oscillator that starts at a displacement: y" + 2 d w y' + w² y = 0.
package struct DampedSpring: Hashable, Sendable {
  /// The undamped angular frequency w in radians per second.
  package let angularFrequency: Double
  /// The damping ratio d. Below 1 the spring oscillates, at 1 it returns fastest, above 1 more
  /// slowly.
  package let dampingRatio: Double
  /// The displacement y at time 0.
  package let displacement: Double
  /// The velocity y' at time 0, per second.
  package let velocity: Double

  /// Creates a spring. `angularFrequency` and `dampingRatio` must be positive.
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

  /// The closed-form solution. Within 10^-9 of critical damping the critical solution is more
  /// accurate, because the others divide by almost 0.
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
    // decay - spread, without cancellation.
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

  /// Returns a time in seconds from which |y| stays within `distance`. For an oscillating spring,
  /// from which the envelope does.
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

  /// Returns the time in seconds from which |y| stays below `distance`. The search starts on a grid
  /// of milliseconds, then bisects. An oscillating spring passes its rest position several times;
  /// the last swing that reaches `distance` counts.
  package func timeToRest(distance: Double) -> Double {
    func isFar(_ time: Double) -> Bool { displacement(at: time).magnitude >= distance }
    guard let farthest = lastExtremum(beyond: distance) else { return 0 }
    // Until the next extremum y passes the rest position at most once, so |y| falls below
    // `distance` exactly once.
    let end =
      farthest.next.map { DampedSpring.boundary(farthest.time, $0, isMoving: isFar) }
      ?? DampedSpring.lastTime(from: farthest.time, isMoving: isFar)
    var millisecond = (end * 1000).rounded(.down)
    while millisecond / 1000 < farthest.time || isFar(millisecond / 1000) { millisecond += 1 }
    return DampedSpring.boundary(
      max(farthest.time, (millisecond - 1) / 1000), millisecond / 1000, isMoving: isFar)
  }

  /// Returns the last extremum, or time 0, at which |y| is at least `distance`, and the time of the
  /// next extremum, `nil` if there is none. Returns `nil` if |y| never reaches `distance`.
  private func lastExtremum(beyond distance: Double) -> (time: Double, next: Double?)? {
    let times = [0] + turningTimes(beyond: distance).filter { $0 > 0 && $0.isFinite }
    return times.lastIndex { displacement(at: $0).magnitude >= distance }.map { last in
      (times[last], last + 1 < times.count ? times[last + 1] : nil)
    }
  }

  /// The times at which y' is 0. For an oscillating spring, only those around the time from which
  /// the envelope stays within `distance`.
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

  /// Returns the time at which `isMoving` changes from true to false. It must change once.
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

/// The easing function `spring(mass, stiffness, damping, initialVelocity)`: a damped spring that
/// starts one unit from rest, scaled so that 0...1 of progress is its settling time.
public struct SpringEasing: Hashable, Sendable {
  /// The mass. The unit is arbitrary, because only ratios matter.
  public let mass: Double
  /// The stiffness: force per unit of distance.
  public let stiffness: Double
  /// The damping: force per unit of velocity.
  public let damping: Double
  /// The initial velocity toward the target, in units per second.
  public let initialVelocity: Double
  /// The time in seconds after which the spring stays within `settledDistance`.
  public let settlingTime: Double
  private let spring: DampedSpring
  private let leftAtEnd: Double

  /// The fraction of the distance within which a spring counts as settled.
  public static let settledDistance = 0.001

  /// The default of animation libraries: spring(1, 100, 10, 0).
  public static let standard = SpringEasing(
    unchecked: 1, stiffness: 100, damping: 10, initialVelocity: 0)

  /// Creates a spring. Returns `nil` unless mass, stiffness and damping are in 0.001...1,000,000,
  /// the velocity is in -1000...1000, and the damping ratio is in 0.01...100. Other springs would
  /// move for minutes.
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
    // The remaining distance: 1 at the start, decreasing with the initial velocity.
    spring = DampedSpring(
      angularFrequency: (stiffness / mass).squareRoot(),
      dampingRatio: damping / (2 * (mass * stiffness).squareRoot()),
      displacement: 1, velocity: -initialVelocity)
    settlingTime = spring.timeWithin(SpringEasing.settledDistance)
    leftAtEnd = spring.displacement(at: settlingTime)
  }

  /// Returns the output progress for an input progress. 0 below 0, 1 from 1 on. The remaining
  /// distance of a settled spring, at most 0.001, is distributed over the whole range so that the
  /// result ends at 1.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    return 1 - spring.displacement(at: progress * settlingTime) + progress * leftAtEnd
  }

  /// The slope at input progress 1.
  var endSlope: Double { -spring.velocity(at: settlingTime) * settlingTime + leftAtEnd }
}
