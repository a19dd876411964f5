/// A time or a duration in flicks: 1/705,600,000 s.
///
/// Every usual frame rate (24, 25, 30, 50, 60, 90, 100, 120, 60/1.001) and the hundredths of GIF
/// are whole numbers of flicks, so sums of delays stay exact.
/// The unit is published at github.com/facebookarchive/Flicks.
public struct Flicks: Hashable, Sendable, Comparable {
  /// 1/705,600,000 s each.
  public var count: Int

  /// A time of `count` flicks.
  public init(_ count: Int) { self.count = count }

  /// A fraction of seconds, to the nearest flick. A denominator below 1 counts as 1, and what
  /// does not fit 64 bits is held at the largest time.
  public init(numerator: Int, denominator: Int) {
    let divisor = max(1, denominator)
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: divisor)
    let (seconds, tooLarge) = whole.multipliedReportingOverflow(by: Flicks.perSecond)
    let part = Double(rest) * Double(Flicks.perSecond) / Double(divisor)
    let (sum, overflow) = seconds.addingReportingOverflow(Int(part.rounded()))
    count = tooLarge || overflow ? (numerator < 0 ? Int.min : Int.max) : sum
  }

  /// Flicks in one second.
  public static let perSecond = 705_600_000
  /// No time at all.
  public static let zero = Flicks(0)

  /// The same time in seconds.
  public var seconds: Double { Double(count) / Double(Flicks.perSecond) }

  /// Whether the first comes earlier.
  public static func < (left: Flicks, right: Flicks) -> Bool { left.count < right.count }
  /// The sum, held at the largest time.
  public static func + (left: Flicks, right: Flicks) -> Flicks {
    let (sum, overflow) = left.count.addingReportingOverflow(right.count)
    return Flicks(overflow ? (left.count < 0 ? Int.min : Int.max) : sum)
  }
  /// The difference, held at the largest time.
  public static func - (left: Flicks, right: Flicks) -> Flicks {
    let (difference, overflow) = left.count.subtractingReportingOverflow(right.count)
    return Flicks(overflow ? (left.count < 0 ? Int.min : Int.max) : difference)
  }
}
