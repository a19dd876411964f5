/// A mass on a damped spring, let go away from its rest: y" + 2 d w y' + w² y = 0.
public struct DampedSpring: Hashable, Sendable {
  /// w, in radians a second.
  public let angularFrequency: Double
  /// d: below 1 it swings, at 1 it returns fastest, above 1 it creeps.
  public let dampingRatio: Double
  /// y at time 0.
  public let displacement: Double
  /// y' at time 0, a second.
  public let velocity: Double

  /// `angularFrequency` and `dampingRatio` are positive.
  public init(
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
      let frequency =
        angularFrequency * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
      let sine = (velocity + decay * displacement) / frequency
      return .under(decay: decay, frequency: frequency, sine: sine)
    }
    let spread = angularFrequency * ((dampingRatio - 1) * (dampingRatio + 1)).squareRoot()
    let fastDecay = decay + spread
    // decay - spread, without the cancellation.
    let slowDecay = angularFrequency * angularFrequency / fastDecay
    let slow = (velocity + fastDecay * displacement) / (fastDecay - slowDecay)
    return .over(
      slow: slow, slowDecay: slowDecay, fast: displacement - slow, fastDecay: fastDecay)
  }

  /// y after `time` seconds.
  public func displacement(at time: Double) -> Double {
    switch regime {
    case .under(let decay, let frequency, let sine):
      let phase = frequency * time
      return Elementary.exp(-decay * time)
        * (displacement * Elementary.cos(phase) + sine * Elementary.sin(phase))
    case .critical(let decay, let linear):
      return Elementary.exp(-decay * time) * (displacement + linear * time)
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return slow * Elementary.exp(-slowDecay * time) + fast * Elementary.exp(-fastDecay * time)
    }
  }

  /// y' after `time` seconds.
  public func velocity(at time: Double) -> Double {
    switch regime {
    case .under(let decay, let frequency, _):
      let phase = frequency * time
      let sine =
        (decay * velocity + angularFrequency * angularFrequency * displacement) / frequency
      return Elementary.exp(-decay * time)
        * (velocity * Elementary.cos(phase) - sine * Elementary.sin(phase))
    case .critical(let decay, let linear):
      return Elementary.exp(-decay * time) * (velocity - decay * linear * time)
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return -slow * slowDecay * Elementary.exp(-slowDecay * time)
        - fast * fastDecay * Elementary.exp(-fastDecay * time)
    }
  }

  /// A time from which |y| stays within `distance`: of a swinging spring when its envelope does.
  public func timeWithin(_ distance: Double) -> Double {
    switch regime {
    case .under(let decay, _, let sine):
      let amplitude = (displacement * displacement + sine * sine).squareRoot()
      return max(0, Elementary.ln(amplitude / distance) / decay)
    case .critical(let decay, let linear):
      return DampedSpring.lastTime(from: max(0, 1 / decay)) { time in
        Elementary.exp(-decay * time) * (displacement.magnitude + linear.magnitude * time)
          > distance
      }
    case .over(let slow, let slowDecay, let fast, let fastDecay):
      return DampedSpring.lastTime(from: 0) { time in
        slow.magnitude * Elementary.exp(-slowDecay * time)
          + fast.magnitude * Elementary.exp(-fastDecay * time) > distance
      }
    }
  }

  /// The first time at which |y| is below `distance` and |y'| below `speed`: looked for in steps
  /// of a millisecond, then halved down. Ends after at most 1000 s.
  public func timeToRest(distance: Double, speed: Double) -> Double {
    func rests(_ time: Double) -> Bool {
      displacement(at: time).magnitude < distance && velocity(at: time).magnitude < speed
    }
    if rests(0) { return 0 }
    for millisecond in 1...1_000_000 where rests(Double(millisecond) / 1000) {
      return DampedSpring.boundary(
        Double(millisecond - 1) / 1000, Double(millisecond) / 1000
      ) { !rests($0) }
    }
    return 1000
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
