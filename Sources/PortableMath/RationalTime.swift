/// An exact ratio of two integers in lowest terms: a time or duration in seconds, a rate in frames
/// per second, or a factor such as a playback speed. Sums of frame durations never drift.
///
/// No operation traps. Initializers and products return `nil` if the result is out of range; sums
/// are clamped.
public struct RationalTime: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The numerator, which has the sign.
  public let numerator: Int
  /// The denominator, in 1...10^15.
  public let denominator: Int

  /// The limit of sums: their magnitude is below 2^31 seconds, about 68 years.
  private static let longestSeconds = 1 << 31
  /// The maximum magnitude of the arguments of `init(_:over:)`.
  private static let largestPart = 1_000_000_000_000_000

  /// The number of flicks per second. GIF's hundredths and the frames of all usual rates are whole
  /// numbers of flicks (github.com/facebookarchive/Flicks).
  package static let flicksPerSecond = 705_600_000

  /// 0 seconds.
  public static let zero = RationalTime(0)

  /// Reduces to lowest terms. `denominator` must be above 0.
  private init(reducing numerator: Int, _ denominator: Int) {
    let divisor = Int(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates a whole number.
  public init(_ value: Int) { (numerator, denominator) = (value, 1) }

  /// Creates a whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a ratio. Returns `nil` if the denominator is below 1 or a part is beyond ±10^15.
  public init?(_ numerator: Int, over denominator: Int) {
    let largest = RationalTime.largestPart
    guard (-largest...largest).contains(numerator), (1...largest).contains(denominator) else {
      return nil
    }
    self.init(reducing: numerator, denominator)
  }

  /// Creates a duration as animation files state it. Returns `nil` unless it is in 0..<2^31 seconds
  /// and its denominator in lowest terms is in 1...1,000,000,000.
  public init?(duration numerator: Int, over denominator: Int) {
    guard numerator >= 0, denominator >= 1 else { return nil }
    self.init(reducing: numerator, denominator)
    guard self.denominator <= 1_000_000_000,
      self.numerator / self.denominator < RationalTime.longestSeconds
    else { return nil }
  }

  /// Creates a duration from hundredths of a second, the unit of GIF. Returns `nil` if it is
  /// negative or not below 2^31 seconds.
  public init?(centiseconds: Int) { self.init(duration: centiseconds, over: 100) }

  /// Creates the nearest multiple of a millionth. Returns `nil` beyond ±10^9 and for non-finite
  /// numbers.
  public init?(nearest value: Double) {
    guard value.magnitude <= 1e9 else { return nil }
    self.init(Int((value * 1_000_000).rounded()), over: 1_000_000)
  }

  /// Parses `30`, `29.97` (to the nearest millionth) or `30000/1001`. Returns `nil` for other
  /// texts.
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

  /// The nearest Double. Use it for messages and sampling, not for sums.
  public var value: Double { Double(numerator) / Double(denominator) }
  /// The nearest Double, for values in seconds. The same as `value`.
  public var seconds: Double { value }

  /// The reciprocal, which converts between a rate and the duration of a frame. `nil` if the value
  /// is not positive or its numerator exceeds 10^15.
  public var inverse: RationalTime? {
    numerator > 0 ? RationalTime(denominator, over: numerator) : nil
  }

  /// Returns the exact product, or `nil` if a part of it is beyond ±10^15.
  public func multiplied(by other: RationalTime) -> RationalTime? {
    let top = Int128(numerator) * Int128(other.numerator)
    let bottom = Int128(denominator) * Int128(other.denominator)
    let divisor = Int128(greatestCommonDivisor(top.magnitude, bottom.magnitude))
    guard let numerator = Int(exactly: top / divisor),
      let denominator = Int(exactly: bottom / divisor)
    else { return nil }
    return RationalTime(numerator, over: denominator)
  }

  /// Returns the nearest whole number of units of `1 / unitsPerSecond` seconds. Ties round up.
  ///
  /// `unitsPerSecond` is clamped to 1...1,000,000,000, and the result to the range of `Int`.
  public func rounded(toUnitsPerSecond unitsPerSecond: Int) -> Int {
    RationalTime.rounded(
      Int128(numerator) * Int128(min(max(1, unitsPerSecond), 1_000_000_000)), Int128(denominator))
  }

  /// Returns the nearest whole number of intervals in this time. Ties round up. 0 if `interval` is
  /// not positive. The result is clamped to the range of `Int`.
  public func intervals(of interval: RationalTime) -> Int {
    guard interval.numerator > 0 else { return 0 }
    return RationalTime.rounded(
      Int128(numerator) * Int128(interval.denominator),
      Int128(denominator) * Int128(interval.numerator))
  }

  /// Returns the nearest integer to a ratio, ties up, clamped to the range of `Int`. `divisor` must
  /// be positive.
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

  /// Returns the sum. Exact if its parts fit, else rounded to nanoseconds. The magnitude is limited
  /// to below 2^31 seconds.
  public static func + (first: RationalTime, second: RationalTime) -> RationalTime {
    sum(first, second) { $0.addingReportingOverflow($1) }
  }

  /// Returns the difference. Exact if its parts fit, else rounded to nanoseconds. The magnitude is
  /// limited to below 2^31 seconds.
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
    // If the sum overflows, the sign of the first operand determines the limit.
    let clamped =
      overflow ? (first < zero ? -longest : longest) : min(max(-longest, total), longest)
    return RationalTime(reducing: clamped, unit)
  }
}
