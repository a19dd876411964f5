import PortableMath
import StrictJSON

/// The parameters of the scroll view model.
///
/// The defaults were measured by developers (0.998 and 0.99 per millisecond, 0.55 for the rubber
/// band, a critically damped spring of stiffness 100). The system publishes only the names of the
/// two deceleration rates, not the values.
public struct ScrollPhysics: Hashable, Sendable {
  /// The deceleration rate r: the factor of the velocity per millisecond.
  public var decelerationRate = ScrollPhysics.normalDeceleration
  /// The rubber band constant c: the fraction of the finger's movement that the content follows
  /// directly past an edge.
  public var rubberBand = 0.55
  /// Whether content can be dragged and can bounce past its edges.
  public var bounces = true
  /// The stiffness of the bounce spring in 1/s², for content of mass 1.
  public var bounceStiffness = 100.0
  /// The damping ratio of the bounce spring. At 1 it is critically damped and does not oscillate.
  public var bounceDampingRatio = 1.0

  /// The measured rate of `UIScrollView.DecelerationRate.normal`.
  public static let normalDeceleration = 0.998
  /// The measured rate of `UIScrollView.DecelerationRate.fast`.
  public static let fastDeceleration = 0.99
  /// Creates the system's physics.
  public init() {}

  private typealias Number = WritableKeyPath<ScrollPhysics, Double> & Sendable

  /// The numeric properties by their keys in documents.
  private static let numbers: [(key: String, path: any Number, range: ClosedRange<Double>)] = [
    ("decelerationRate", \.decelerationRate, CurveLimits.decelerationRates),
    ("rubberBand", \.rubberBand, CurveLimits.rubberBands),
    ("bounceStiffness", \.bounceStiffness, CurveLimits.bounceStiffnesses),
    ("bounceDampingRatio", \.bounceDampingRatio, CurveLimits.bounceDampingRatios),
  ]

  /// A copy with each number clamped to its range in documents. NaN is replaced by the default.
  var limited: ScrollPhysics {
    var physics = ScrollPhysics()
    physics.bounces = bounces
    for (_, path, range) in Self.numbers where !self[keyPath: path].isNaN {
      physics[keyPath: path] = min(max(self[keyPath: path], range.lowerBound), range.upperBound)
    }
    return physics
  }

  /// Reads the `physics` object of a document. `nil` gives the system's physics.
  init(_ value: JSONValue?) throws(JSONError) {
    self.init()
    guard let value else { return }
    var keys = Self.numbers.map(\.key)
    keys.insert("bounces", at: 2)
    let members = try value.object(keys: keys)
    for (key, path, range) in Self.numbers {
      guard let number = members.optional(key) else { continue }
      self[keyPath: path] =
        try key == "decelerationRate"
        ? ScrollPhysics.decelerationRate(number) : number.number(in: range)
    }
    bounces = try members.optional("bounces")?.boolean() ?? true
  }

  private static func decelerationRate(_ value: JSONValue) throws(JSONError) -> Double {
    switch value.kind {
    case .number:
      return try value.number(in: CurveLimits.decelerationRates, unit: "of the speed a millisecond")
    case .string:
      return try value.choice(of: ["normal", "fast"]) == "fast"
        ? fastDeceleration : normalDeceleration
    default: throw value.error("expected \"normal\", \"fast\" or a number, found \(value.literal)")
    }
  }
}

/// The resistance past an edge: the function from the wanted to the shown overscroll.
struct RubberBand: Hashable, Sendable {
  /// The constant c: the slope of the function at the edge.
  let constant: Double
  /// The dimension d: the height of the scroll view in points. The shown overscroll never reaches
  /// it.
  let dimension: Double

  /// Returns the shown overscroll for a wanted one, both 0 or more, in points. Computes (1 - 1 / (x
  /// c / d + 1)) d, rearranged so that small x lose no precision.
  func shown(wanted: Double) -> Double {
    wanted * constant * dimension / (wanted * constant + dimension)
  }

  /// The inverse of `shown(wanted:)`. A spring can move the content farther than a finger can, so
  /// `shown` is limited to 1023/1024 of `dimension`.
  func wanted(shown: Double) -> Double {
    let reachable = min(shown, dimension * 1023 / 1024)
    return reachable * dimension / (constant * (dimension - reachable))
  }
}

/// The two edges of the content, and the rubber band past them.
struct ScrollEdges: Hashable, Sendable {
  /// The range of offsets at rest, in points.
  let range: ClosedRange<Double>
  /// The rubber band, or `nil` if the content stops at its edges.
  let band: RubberBand?

  func shown(wanted: Double) -> Double { changed(wanted) { $0.shown(wanted: $1) } }

  func wanted(shown: Double) -> Double { changed(shown) { $0.wanted(shown: $1) } }

  private func changed(_ offset: Double, _ change: (RubberBand, Double) -> Double) -> Double {
    guard let edge = range.passed(by: offset, tolerance: 0) else { return offset }
    guard let band else { return edge }
    let overscroll = change(band, (offset - edge).magnitude)
    return offset < edge ? edge - overscroll : edge + overscroll
  }
}

extension ClosedRange<Double> {
  /// Returns the edge that `offset` exceeds by more than `tolerance`, or `nil` if there is none.
  /// `start` and `end` select the edges that are checked.
  func passed(
    by offset: Double, tolerance: Double, start: Bool = true, end: Bool = true
  ) -> Double? {
    if start, offset < lowerBound - tolerance { return lowerBound }
    return end && offset > upperBound + tolerance ? upperBound : nil
  }
}

/// The motion after a fling: the velocity decreases by the same factor every millisecond.
struct Deceleration: Hashable, Sendable {
  /// The initial offset x0 in points.
  let offset: Double
  /// The initial velocity v0 in points per second.
  let velocity: Double
  /// The decay rate 1000 ln r in 1/s, always negative.
  let logRate: Double

  /// `rate` is r, the factor of the velocity per millisecond. Must be above 0 and below 1.
  init(offset: Double, velocity: Double, rate: Double) {
    self.offset = offset
    self.velocity = velocity
    logRate = 1000 * DeterministicMath.ln(rate)
  }

  /// The offset in points: x(t) = x0 + v0 (r^(1000 t) - 1) / (1000 ln r).
  func offset(at time: Double) -> Double {
    offset + velocity * (DeterministicMath.exp(logRate * time) - 1) / logRate
  }

  /// The velocity in points per second: v(t) = v0 r^(1000 t).
  func velocity(at time: Double) -> Double { velocity * DeterministicMath.exp(logRate * time) }

  /// The time in seconds at which the remaining travel is `distance` points.
  func timeToRest(distance: Double) -> Double {
    let toCome = (velocity / logRate).magnitude
    guard toCome > distance else { return 0 }
    return DeterministicMath.ln(distance / toCome) / logRate
  }

  /// The time in seconds at which the speed is `speed` points per second. `speed` must be below the
  /// initial speed.
  func time(slowedTo speed: Double) -> Double {
    DeterministicMath.ln(speed / velocity.magnitude) / logRate
  }

  /// The time in seconds at which the content passes `edge`, solved from x(t) = edge. `nil` if it
  /// never does.
  func time(crossing edge: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let left = 1 + (edge - offset) * logRate / velocity
    guard left > 0, left <= 1 else { return nil }
    return max(0, DeterministicMath.ln(left) / logRate)
  }
}
