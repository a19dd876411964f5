import PortableMath
import StrictJSON

/// The numbers of the scroll view model.
///
/// The system publishes none of them but the two deceleration rates' names; these are what people
/// measured of it (0.998 and 0.99 a millisecond, the 0.55 of the rubber band, a critically damped
/// spring of stiffness 100), not published constants.
public struct ScrollPhysics: Hashable, Sendable {
  /// The factor of the speed a millisecond, r.
  public var decelerationRate = ScrollPhysics.normalDeceleration
  /// The part of the finger's way that shows right past an edge, c.
  public var rubberBand = 0.55
  /// Whether content goes past its edges at all.
  public var bounces = true
  /// The stiffness of the spring that pulls content of mass 1 back, in 1/s².
  public var bounceStiffness = 100.0
  /// 1: critical, back without swinging over.
  public var bounceDampingRatio = 1.0

  /// Measured: `normal`.
  public static let normalDeceleration = 0.998
  /// Measured: `fast`.
  public static let fastDeceleration = 0.99
  /// The system's numbers.
  public init() {}

  private typealias Number = WritableKeyPath<ScrollPhysics, Double> & Sendable

  /// By the keys of documents.
  private static let numbers: [(key: String, path: any Number, range: ClosedRange<Double>)] = [
    ("decelerationRate", \.decelerationRate, CurveLimits.decelerationRates),
    ("rubberBand", \.rubberBand, CurveLimits.rubberBands),
    ("bounceStiffness", \.bounceStiffness, CurveLimits.bounceStiffnesses),
    ("bounceDampingRatio", \.bounceDampingRatio, CurveLimits.bounceDampingRatios),
  ]

  /// Every number in the range that documents may state; NaN: the system's.
  var limited: ScrollPhysics {
    var physics = ScrollPhysics()
    physics.bounces = bounces
    for (_, path, range) in Self.numbers where !self[keyPath: path].isNaN {
      physics[keyPath: path] = min(max(self[keyPath: path], range.lowerBound), range.upperBound)
    }
    return physics
  }

  /// Of a document; nil: the system's.
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

/// How a scroll view shows less of what the finger wants past an edge.
struct RubberBand: Hashable, Sendable {
  /// c: the part of the finger's way that is shown right at the edge.
  let constant: Double
  /// d: the height of the scroll view in points, which no overscroll reaches.
  let dimension: Double

  /// The overscroll shown for a wanted one, both 0..., in points:
  /// (1 - 1 / (x c / d + 1)) d, written so that small x lose no digits.
  func shown(wanted: Double) -> Double {
    wanted * constant * dimension / (wanted * constant + dimension)
  }

  /// The inverse: the wanted overscroll that is shown as `shown`. A spring can throw the content
  /// farther than any finger pulls it; there the band counts as pulled to 1023/1024 of its length.
  func wanted(shown: Double) -> Double {
    let reachable = min(shown, dimension * 1023 / 1024)
    return reachable * dimension / (constant * (dimension - reachable))
  }
}

/// The two ends of the content, and what a finger sees past them.
struct ScrollEdges: Hashable, Sendable {
  /// Offsets at rest.
  let range: ClosedRange<Double>
  /// nil: the content stops at its edges.
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
  /// The edge that an offset lies beyond, of those that count; nil: none.
  func passed(
    by offset: Double, tolerance: Double, start: Bool = true, end: Bool = true
  ) -> Double? {
    if start, offset < lowerBound - tolerance { return lowerBound }
    return end && offset > upperBound + tolerance ? upperBound : nil
  }
}

/// The content after a fling: its speed shrinks by the same factor every millisecond.
struct Deceleration: Hashable, Sendable {
  /// x0, points.
  let offset: Double
  /// v0, points a second.
  let velocity: Double
  /// 1000 ln r, negative: how the logarithm of the speed changes in a second.
  let logRate: Double

  /// `rate`: r, the factor of the speed a millisecond, above 0 and below 1.
  init(offset: Double, velocity: Double, rate: Double) {
    self.offset = offset
    self.velocity = velocity
    logRate = 1000 * DeterministicMath.ln(rate)
  }

  /// x(t) = x0 + v0 (r^(1000 t) - 1) / (1000 ln r)
  func offset(at time: Double) -> Double {
    offset + velocity * (DeterministicMath.exp(logRate * time) - 1) / logRate
  }

  /// v(t) = v0 r^(1000 t)
  func velocity(at time: Double) -> Double { velocity * DeterministicMath.exp(logRate * time) }

  /// When what is still to come is `distance` points.
  func timeToRest(distance: Double) -> Double {
    let toCome = (velocity / logRate).magnitude
    guard toCome > distance else { return 0 }
    return DeterministicMath.ln(distance / toCome) / logRate
  }

  /// When the speed has fallen to `speed` points a second, which is less than it begins with.
  func time(slowedTo speed: Double) -> Double {
    DeterministicMath.ln(speed / velocity.magnitude) / logRate
  }

  /// When the content passes `edge`, solved from x(t) = edge; nil: never.
  func time(crossing edge: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let left = 1 + (edge - offset) * logRate / velocity
    guard left > 0, left <= 1 else { return nil }
    return max(0, DeterministicMath.ln(left) / logRate)
  }
}
