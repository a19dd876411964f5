/// The timing function `cubic-bezier(x1, y1, x2, y2)` of CSS Easing Level 2.
public struct CubicBezier: Hashable, Sendable {
  /// Of the first handle, 0...1.
  public let x1: Double
  /// Of the first handle.
  public let y1: Double
  /// Of the second handle, 0...1.
  public let x2: Double
  /// Of the second handle.
  public let y2: Double

  /// nil when `x1` or `x2` lies outside 0...1 (time would run backwards) or `y1` or `y2` outside
  /// ±1000.
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

  /// `ease`
  public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  /// `ease-in`
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  /// `ease-out`
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  /// `ease-in-out`
  public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)

  /// Progress out for progress in; outside 0...1 the curve goes on along its end tangents.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return progress * startSlope }
    if progress >= 1 { return 1 + (progress - 1) * endSlope }
    if x1 == y1, x2 == y2 { return progress }
    return CubicBezier.coordinate(y1, y2, at: parameter(for: progress))
  }

  /// The tangent at the end by the rules CSS gives for going beyond it; 0 where it is vertical.
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

  /// Halves the interval until Doubles end: x grows with the parameter as x1 and x2 are in 0...1.
  /// Newton's method saves nothing that can be measured here and fails where the slope is 0.
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

  /// One coordinate of the Bezier curve 0, a, b, 1.
  private static func coordinate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let c = 3 * a
    let q = 3 * (b - a) - c
    return ((1 - c - q) * s + q) * s * s + c * s
  }
}
