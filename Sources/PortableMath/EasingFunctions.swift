/// The easing function `cubic-bezier(x1, y1, x2, y2)` of CSS Easing Level 2.
public struct CubicBezier: Hashable, Sendable {
  /// The x coordinate of the first control point, in 0...1.
  public let x1: Double
  /// The y coordinate of the first control point, in -1000...1000.
  public let y1: Double
  /// The x coordinate of the second control point, in 0...1.
  public let x2: Double
  /// The y coordinate of the second control point, in -1000...1000.
  public let y2: Double

  /// Creates a curve. Returns `nil` if `x1` or `x2` is outside 0...1, where the curve would not be
  /// a function of time, or if `y1` or `y2` is outside -1000...1000.
  public init?(x1: Double, y1: Double, x2: Double, y2: Double) {
    let far = -1000...1000.0
    guard (0...1).contains(x1), (0...1).contains(x2), far.contains(y1), far.contains(y2) else {
      return nil
    }
    self.init(unchecked: x1, y1, x2, y2)
  }

  init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The CSS keyword `ease`.
  public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  /// The CSS keyword `ease-in`.
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  /// The CSS keyword `ease-out`.
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  /// The CSS keyword `ease-in-out`.
  public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)

  /// Returns the output progress for an input progress. Outside 0...1 the curve continues along its
  /// end tangents.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return progress * startSlope }
    if progress >= 1 { return 1 + (progress - 1) * endSlope }
    if x1 == y1, x2 == y2 { return progress }
    return CubicBezier.coordinate(y1, y2, at: parameter(for: progress))
  }

  /// The slope of the end tangent that CSS defines for inputs above 1. 0 if the tangent is
  /// vertical.
  public var endSlope: Double {
    if x2 < 1 { return (1 - y2) / (1 - x2) }
    if y2 == 1, x1 < 1 { return (1 - y1) / (1 - x1) }
    return y2 == 1 && y1 == 1 ? 1 : 0
  }

  private var startSlope: Double {
    if x1 > 0 { return y1 / x1 }
    if y1 == 0, x2 > 0 { return y2 / x2 }
    return y1 == 0 && y2 == 0 ? 1 : 0
  }

  /// Finds the curve parameter by bisection to full precision: x increases with the parameter
  /// because x1 and x2 are in 0...1. Newton's method is not measurably faster here and fails at
  /// slopes of 0.
  private func parameter(for x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return middle }
      let found = CubicBezier.coordinate(x1, x2, at: middle)
      if found == x { return middle }
      if found < x { low = middle } else { high = middle }
    }
  }

  /// A coordinate of the Bezier curve with control values 0, a, b, 1.
  private static func coordinate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let c = 3 * a
    let q = 3 * (b - a) - c
    return ((1 - c - q) * s + q) * s * s + c * s
  }
}

/// The easing function `steps(n, position)` of CSS Easing Level 2.
public struct StepEasing: Hashable, Sendable {
  /// The positions of the jumps, with the CSS keywords as raw values.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case jumpStart = "jump-start"
    case jumpEnd = "jump-end"
    case jumpNone = "jump-none"
    case jumpBoth = "jump-both"
    case start
    case end
  }

  /// The number of steps, 1 or more.
  public let count: Int
  /// The positions of the jumps.
  public let position: Position

  /// Creates steps. Returns `nil` if the count is below 1 (below 2 for `jump-none`) or above a
  /// million.
  public init?(count: Int, position: Position) {
    guard ((position == .jumpNone ? 2 : 1)...1_000_000).contains(count) else { return nil }
    self.count = count
    self.position = position
  }

  static let start = StepEasing(unchecked: .jumpStart)
  package static let end = StepEasing(unchecked: .jumpEnd)

  private init(unchecked position: Position) {
    count = 1
    self.position = position
  }

  /// Returns the output progress for an input progress. Inputs outside 0...1 follow CSS.
  public func value(at progress: Double) -> Double {
    value(after: (progress * Double(count)).rounded(.down), isBeyond: progress > 1)
  }

  /// Returns the output progress after `passed` whole steps.
  ///
  /// - Parameter isBeyond: Whether the input progress is above 1.
  func value(after passed: Double, isBeyond: Bool) -> Double {
    var step = passed
    if position == .jumpStart || position == .jumpBoth || position == .start { step += 1 }
    let jumps: Double =
      switch position {
      case .jumpStart, .start, .jumpEnd, .end: Double(count)
      case .jumpNone: Double(count - 1)
      case .jumpBoth: Double(count + 1)
      }
    if !isBeyond, step > jumps { step = jumps }
    return step / jumps
  }
}

/// The easing function `linear(...)` of CSS Easing Level 2: straight lines between points.
public struct LinearEasing: Hashable, Sendable {
  /// An argument of `linear()`, for example `0.3 20% 40%`.
  public struct Stop: Hashable, Sendable {
    /// The output progress.
    public var output: Double
    /// The input progress as fractions (20 % is 0.2). None, one or two.
    public var inputs: [Double]

    /// Creates a stop. `inputs` are fractions, of which only the first two are used.
    public init(_ output: Double, at inputs: [Double] = []) {
      self.output = output
      self.inputs = inputs
    }
  }

  /// An end of the straight lines.
  public struct Point: Hashable, Sendable {
    /// The input progress.
    public let input: Double
    /// The output progress.
    public let output: Double
  }

  /// The points in order of their inputs, which never decrease. At least one.
  public let points: [Point]

  /// Converts stops to points: inputs never decrease, the first defaults to 0, the last to 1 and
  /// the others to even distances. Returns `nil` without stops.
  public init?(stops: [Stop]) {
    guard !stops.isEmpty else { return nil }
    var points: [Point] = []
    // The outputs of stops without an input, until the next input is known.
    var waiting: [Double] = []
    var largest = -Double.infinity
    for (number, stop) in stops.enumerated() {
      var given = stop.inputs.prefix(2)
      if given.isEmpty, number == 0 { given = [0] }
      if given.isEmpty, number == stops.count - 1 { given = [max(1, largest)] }
      if given.isEmpty { waiting.append(stop.output) }
      for input in given {
        largest = max(largest, input)
        for (index, output) in waiting.enumerated() {
          let before = points.last?.input ?? 0
          let share = (largest - before) / Double(waiting.count - index + 1)
          points.append(Point(input: before + share, output: output))
        }
        waiting = []
        points.append(Point(input: largest, output: stop.output))
      }
    }
    self.points = points
  }

  /// Returns the output progress for an input progress. Outside the points, the first or last line
  /// continues. The result is clamped to ±10^6, because lines may be almost vertical.
  public func value(at progress: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? progress }
    let last = max(0, points.partitioningIndex { $0.input > progress } - 1)
    let a = points[min(last, points.count - 2)]
    let b = points[min(last, points.count - 2) + 1]
    if a.input == b.input { return progress < a.input ? a.output : b.output }
    let output = a.output + (progress - a.input) / (b.input - a.input) * (b.output - a.output)
    return min(max(output, -1_000_000), 1_000_000)
  }

  /// The slope of the last line. 0 if it is vertical.
  var endSlope: Double {
    guard points.count > 1 else { return 0 }
    let a = points[points.count - 2]
    let b = points[points.count - 1]
    return a.input == b.input ? 0 : (b.output - a.output) / (b.input - a.input)
  }
}
