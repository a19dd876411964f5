/// A number as a ratio of whole numbers, in lowest terms: frame rates and times that must not drift.
public struct Fraction: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// Carries the sign.
  public let numerator: Int
  /// 1...
  public let denominator: Int

  /// A whole number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// A whole number.
  public init(_ value: Int) {
    numerator = value
    denominator = 1
  }

  /// nil when the denominator is below 1 or a part is beyond ±10^15.
  public init?(_ numerator: Int, over denominator: Int) {
    let limit = 1_000_000_000_000_000
    guard (-limit...limit).contains(numerator), (1...limit).contains(denominator) else {
      return nil
    }
    var (a, b) = (abs(numerator), denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / max(1, a)
    self.denominator = denominator / max(1, a)
  }

  /// The nearest millionth; nil beyond ±10^9 and for what is not finite.
  public init?(nearest value: Double) {
    guard value.magnitude <= 1e9 else { return nil }
    self.init(Int((value * 1_000_000).rounded()), over: 1_000_000)
  }

  /// Reads `30`, `29.97` (to the nearest millionth) or `30000/1001`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      self.init(numerator, over: denominator)
    } else if parts.count == 1, let value = Double(text) {
      self.init(nearest: value)
    } else {
      return nil
    }
  }

  /// The nearest Double: one division of two exact numbers.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The exact sum where it fits, else the nearest millionth of it.
  public static func + (a: Fraction, b: Fraction) -> Fraction {
    let (left, overflowLeft) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, overflowRight) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let (bottom, overflowBottom) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    let (top, overflowTop) = left.addingReportingOverflow(right)
    if !overflowLeft, !overflowRight, !overflowBottom, !overflowTop,
      let sum = Fraction(top, over: bottom)
    {
      return sum
    }
    return Fraction(nearest: a.value + b.value) ?? a
  }

  /// One divided by this; nil for what is not positive.
  public var inverse: Fraction? {
    numerator > 0 ? Fraction(denominator, over: numerator) : nil
  }

  /// The exact product; nil where it does not fit.
  public func multiplied(by other: Fraction) -> Fraction? {
    let (top, overflowTop) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (bottom, overflowBottom) = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !overflowTop, !overflowBottom else { return nil }
    return Fraction(top, over: bottom)
  }
}
