/// An exact number as a ratio of two integers in lowest terms: a time or duration in seconds, a
/// rate in frames per second, or a factor such as a playback speed. Times that are sums of frame
/// durations never drift.
///
/// No operation traps: what is out of range is nil or, for sums, held at the nearest limit.
public struct RationalTime: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// Carries the sign.
  public let numerator: Int
  /// 1 ... 10^15.
  public let denominator: Int

  /// Sums stop below 2^31 seconds either way, about 68 years.
  private static let longestSeconds = 1 << 31
  /// Of the parts given to `init(_:over:)`.
  private static let largestPart = 1_000_000_000_000_000

  /// In a second: whole numbers of flicks are GIF's hundredths and the frames of all usual rates
  /// (github.com/facebookarchive/Flicks).
  package static let flicksPerSecond = 705_600_000

  /// 0 seconds.
  public static let zero = RationalTime(0)

  /// In lowest terms; `denominator` is above 0.
  private init(reducing numerator: Int, _ denominator: Int) {
    let divisor = Int(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// A whole number.
  public init(_ value: Int) { (numerator, denominator) = (value, 1) }

  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A ratio of any sign; nil when the denominator is below 1 or a part is beyond ±10^15.
  public init?(_ numerator: Int, over denominator: Int) {
    let largest = RationalTime.largestPart
    guard (-largest...largest).contains(numerator), (1...largest).contains(denominator) else {
      return nil
    }
    self.init(reducing: numerator, denominator)
  }

  /// A duration as animation files state it; nil unless it is 0 or more, below 2^31 seconds, and
  /// its denominator in lowest terms is 1 ... 1,000,000,000.
  public init?(duration numerator: Int, over denominator: Int) {
    guard numerator >= 0, denominator >= 1 else { return nil }
    self.init(reducing: numerator, denominator)
    guard self.denominator <= 1_000_000_000,
      self.numerator / self.denominator < RationalTime.longestSeconds
    else { return nil }
  }

  /// Hundredths of a second, the unit of GIF; nil when negative or 2^31 seconds and more.
  public init?(centiseconds: Int) { self.init(duration: centiseconds, over: 100) }

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

  /// The nearest Double, by one division; for messages and for sampling, not for sums.
  public var value: Double { Double(numerator) / Double(denominator) }
  /// The same as `value`, where the unit is seconds.
  public var seconds: Double { value }

  /// One divided by this: the duration of a frame of a rate and the other way round. nil for what
  /// is not positive or above 10^15.
  public var inverse: RationalTime? {
    numerator > 0 ? RationalTime(denominator, over: numerator) : nil
  }

  /// The exact product; nil when a part of it is beyond ±10^15.
  public func multiplied(by other: RationalTime) -> RationalTime? {
    let top = Int128(numerator) * Int128(other.numerator)
    let bottom = Int128(denominator) * Int128(other.denominator)
    let divisor = Int128(greatestCommonDivisor(top.magnitude, bottom.magnitude))
    guard let numerator = Int(exactly: top / divisor),
      let denominator = Int(exactly: bottom / divisor)
    else { return nil }
    return RationalTime(numerator, over: denominator)
  }

  /// The nearest whole number of units of `1 / unitsPerSecond` seconds, halves up.
  ///
  /// `unitsPerSecond` is 1 ... 1,000,000,000. A result that fits no `Int` is the nearest that does.
  public func rounded(toUnitsPerSecond unitsPerSecond: Int) -> Int {
    RationalTime.rounded(
      Int128(numerator) * Int128(min(max(1, unitsPerSecond), 1_000_000_000)), Int128(denominator))
  }

  /// The nearest number of whole frame intervals in this time, halves up; 0 for an `interval` that
  /// is not positive. A result that fits no `Int` is the nearest that does.
  public func intervals(of interval: RationalTime) -> Int {
    guard interval.numerator > 0 else { return 0 }
    return RationalTime.rounded(
      Int128(numerator) * Int128(interval.denominator),
      Int128(denominator) * Int128(interval.numerator))
  }

  /// The nearest integer of a ratio, halves up; `divisor` is positive.
  private static func rounded(_ dividend: Int128, _ divisor: Int128) -> Int {
    var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 {
      quotient -= 1
      remainder += divisor
    }
    if remainder >= divisor - remainder { quotient += 1 }
    return Int(clamping: quotient)
  }
}

extension RationalTime: Comparable, AdditiveArithmetic {
  /// Compares exactly.
  public static func < (first: RationalTime, second: RationalTime) -> Bool {
    let left = first.numerator.multipliedFullWidth(by: second.denominator)
    let right = second.numerator.multipliedFullWidth(by: first.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }

  /// The sum: exact where its parts fit, to the nanosecond beyond that. Stops below 2^31 seconds
  /// either way.
  public static func + (first: RationalTime, second: RationalTime) -> RationalTime {
    sum(first, second) { $0.addingReportingOverflow($1) }
  }

  /// The difference: exact where its parts fit, to the nanosecond beyond that. Stops below 2^31
  /// seconds either way.
  public static func - (first: RationalTime, second: RationalTime) -> RationalTime {
    sum(first, second) { $0.subtractingReportingOverflow($1) }
  }

  private static func sum(
    _ first: RationalTime, _ second: RationalTime,
    _ combine: (Int, Int) -> (partialValue: Int, overflow: Bool)
  ) -> RationalTime {
    let shared = greatestCommonDivisor(first.denominator, second.denominator)
    let (factor, otherFactor) = (second.denominator / shared, first.denominator / shared)
    let (left, leftOverflow) = first.numerator.multipliedReportingOverflow(by: factor)
    let (right, rightOverflow) = second.numerator.multipliedReportingOverflow(by: otherFactor)
    let (top, topOverflow) = combine(left, right)
    let (bottom, bottomOverflow) = first.denominator.multipliedReportingOverflow(by: factor)
    if !leftOverflow, !rightOverflow, !topOverflow, !bottomOverflow {
      let sum = RationalTime(reducing: top, bottom)
      if sum.denominator <= largestPart,
        (sum.numerator / sum.denominator).magnitude < longestSeconds
      {
        return sum
      }
    }
    let unit = 1_000_000_000
    let (total, overflow) = combine(
      first.rounded(toUnitsPerSecond: unit), second.rounded(toUnitsPerSecond: unit))
    let longest = longestSeconds * unit - 1
    // Of an overflow only the sign is known: that of the first part.
    let held = overflow ? (first < zero ? -longest : longest) : min(max(-longest, total), longest)
    return RationalTime(reducing: held, unit)
  }
}
