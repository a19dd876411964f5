import Numerics

/// The content after a fling: its speed shrinks by the same factor every millisecond.
public struct Deceleration: Hashable, Sendable {
  /// x0, points.
  public let offset: Double
  /// v0, points a second.
  public let velocity: Double
  /// 1000 ln r, negative: how the logarithm of the speed changes in a second.
  private let logRate: Double

  /// `rate`: r, the factor of the speed a millisecond, above 0 and below 1.
  public init(offset: Double, velocity: Double, rate: Double) {
    self.offset = offset
    self.velocity = velocity
    logRate = 1000 * DeterministicMath.ln(rate)
  }

  /// x(t) = x0 + v0 (r^(1000 t) - 1) / (1000 ln r)
  public func offset(at time: Double) -> Double {
    offset + velocity * (DeterministicMath.exp(logRate * time) - 1) / logRate
  }

  /// v(t) = v0 r^(1000 t)
  public func velocity(at time: Double) -> Double {
    velocity * DeterministicMath.exp(logRate * time)
  }

  /// Where the content would come to rest after endless time.
  public var finalOffset: Double { offset - velocity / logRate }

  /// When what is still to come is `distance` points.
  public func timeToRest(distance: Double) -> Double {
    let toCome = (velocity / logRate).magnitude
    guard toCome > distance else { return 0 }
    return DeterministicMath.ln(distance / toCome) / logRate
  }

  /// When the content passes `edge`, solved from x(t) = edge; nil when it never does.
  public func time(crossing edge: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let left = 1 + (edge - offset) * logRate / velocity
    guard left > 0, left <= 1 else { return nil }
    return max(0, DeterministicMath.ln(left) / logRate)
  }
}
