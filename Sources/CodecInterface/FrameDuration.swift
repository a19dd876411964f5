/// How long a frame is shown: an exact fraction of a second, in lowest terms.
public struct FrameDuration: Hashable, Sendable {
  /// Seconds are `numerator / denominator`; 0...
  public let numerator: Int
  /// 1 ... 1,000,000,000
  public let denominator: Int

  /// No time at all.
  public static let zero = FrameDuration(numerator: 0, reducedDenominator: 1)

  /// The longest total that is kept, in seconds (about 68 years).
  private static let longestSeconds = 1 << 31

  /// Nil unless the fraction is 0 or more, below 2^31 seconds, and its denominator in lowest terms
  /// is 1 ... 1,000,000,000.
  public init?(numerator: Int, denominator: Int) {
    guard numerator >= 0, denominator >= 1 else { return nil }
    let divisor = FrameDuration.greatestCommonDivisor(numerator, denominator)
    let (top, bottom) = (numerator / divisor, denominator / divisor)
    guard bottom <= 1_000_000_000, top / bottom < FrameDuration.longestSeconds else { return nil }
    self.init(numerator: top, reducedDenominator: bottom)
  }

  /// Hundredths of a second, the unit of GIF; nil when negative or 2^31 seconds and more.
  public init?(centiseconds: Int) {
    self.init(numerator: centiseconds, denominator: 100)
  }

  private init(numerator: Int, reducedDenominator: Int) {
    self.numerator = numerator
    denominator = reducedDenominator
  }

  /// The nearest `Double`; for talk, not for sums.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// The sum: exact while its denominator stays within 1,000,000,000, to the nanosecond beyond that.
  ///
  /// Totals stop at 2^31 seconds.
  public static func + (first: FrameDuration, second: FrameDuration) -> FrameDuration {
    let divisor = greatestCommonDivisor(first.denominator, second.denominator)
    let common = first.denominator / divisor * second.denominator
    let (left, leftOverflow) =
      first.numerator.multipliedReportingOverflow(by: common / first.denominator)
    let (right, rightOverflow) =
      second.numerator.multipliedReportingOverflow(by: common / second.denominator)
    let (sum, sumOverflow) = left.addingReportingOverflow(right)
    if !leftOverflow, !rightOverflow, !sumOverflow,
      let exact = FrameDuration(numerator: sum, denominator: common)
    {
      return exact
    }
    let nanoseconds = min(
      first.rounded(toUnitsPerSecond: 1_000_000_000)
        + second.rounded(toUnitsPerSecond: 1_000_000_000),
      longestSeconds * 1_000_000_000 - 1)
    return FrameDuration(numerator: nanoseconds, denominator: 1_000_000_000) ?? zero
  }

  /// The nearest whole number of units of `1 / unitsPerSecond` seconds, halves up.
  ///
  /// `unitsPerSecond` is 1 ... 1,000,000,000.
  public func rounded(toUnitsPerSecond unitsPerSecond: Int) -> Int {
    let (high, low) = numerator.multipliedFullWidth(by: unitsPerSecond)
    let (quotient, remainder) = denominator.dividingFullWidth((high, low))
    return remainder * 2 >= denominator ? quotient + 1 : quotient
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension FrameDuration: Comparable {
  /// Compares exactly.
  public static func < (first: FrameDuration, second: FrameDuration) -> Bool {
    let left = first.numerator.multipliedFullWidth(by: second.denominator)
    let right = second.numerator.multipliedFullWidth(by: first.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension FrameDuration {
  /// Whole frame intervals in this time, rounded to the nearest, halves up; `interval` is above 0.
  package func intervals(of interval: FrameDuration) -> Int {
    let divisor = denominator * interval.numerator
    let (quotient, remainder) = divisor.dividingFullWidth(
      numerator.multipliedFullWidth(by: interval.denominator))
    return remainder >= divisor - remainder ? quotient + 1 : quotient
  }
}
