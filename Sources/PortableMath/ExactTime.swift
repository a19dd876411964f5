/// An exact point in time or duration in seconds: a decimal with up to 18 places, or a tick of any
/// rate.
///
/// Gestures have decimal durations; display ticks are fractions such as 1/60 s. Sums and
/// comparisons of both are exact, so that a release at 0.1 + 0.2 s and the eighteenth tick of 60
/// are the same time. Within a day, and with ticks of at most two rates, all products fit. Beyond
/// that they wrap and are invalid.
package struct ExactTime: Hashable, Sendable, Comparable {
  /// The time in attoseconds times `divisor`.
  private let numerator: Int128
  /// 1 for decimals, the denominator of the step for ticks.
  private let divisor: Int128

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  package static let zero = ExactTime(0, 1)

  private init(_ numerator: Int128, _ divisor: Int128) {
    self.numerator = numerator
    self.divisor = divisor
  }

  /// Creates the shortest decimal that parses to this Double, rounded to 18 places. Clamped to
  /// ±10^9 seconds. NaN becomes 0.
  package init(_ seconds: Double) {
    let clamped = seconds.isNaN ? 0 : min(max(seconds, -1e9), 1e9)
    self.init(ExactTime.attoseconds(clamped), 1)
  }

  /// Creates a tick, `count` steps from 0. Exact unless a part of `step` exceeds 2^24; then rounded
  /// to 18 places.
  package init(_ count: Int, stepsOf step: RationalTime) {
    let largest = 1 << 24
    guard step.denominator <= largest, step.numerator.magnitude <= largest.magnitude else {
      self.init(Double(count) * step.value)
      return
    }
    self.init(
      Int128(count) * Int128(step.numerator) * ExactTime.attosecondsPerSecond,
      Int128(step.denominator))
  }

  /// Returns the digits of the shortest decimal, shifted to 18 places and rounded.
  private static func attoseconds(_ value: Double) -> Int128 {
    if let whole = Int(exactly: value) { return Int128(whole) * attosecondsPerSecond }
    var digits: Int128 = 0
    var places = 0
    var exponent = 0
    var isFraction = false
    var text = value.magnitude.description.utf8[...]
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(decoding: text[text.index(after: mark)...], as: UTF8.self)) ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if isFraction { places += 1 }
      }
    }
    var shift = 18 - places + exponent
    for _ in 0..<max(0, shift) { digits *= 10 }
    shift = min(0, shift)
    while shift < 0, digits != 0 {
      digits = (digits + (shift == -1 ? 5 : 0)) / 10
      shift += 1
    }
    return value < 0 ? -digits : digits
  }

  /// Returns the numerators of two times over a common divisor.
  private static func aligned(
    _ first: ExactTime, _ second: ExactTime
  ) -> (first: Int128, second: Int128, divisor: Int128) {
    first.divisor == second.divisor
      ? (first.numerator, second.numerator, first.divisor)
      : (
        first.numerator &* second.divisor, second.numerator &* first.divisor,
        first.divisor &* second.divisor
      )
  }

  package static func < (first: ExactTime, second: ExactTime) -> Bool {
    let parts = aligned(first, second)
    return parts.first < parts.second
  }

  package static func == (first: ExactTime, second: ExactTime) -> Bool {
    let parts = aligned(first, second)
    return parts.first == parts.second
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(seconds) }

  package static func + (first: ExactTime, second: ExactTime) -> ExactTime {
    let parts = aligned(first, second)
    return ExactTime(parts.first &+ parts.second, parts.divisor)
  }

  package static func - (first: ExactTime, second: ExactTime) -> ExactTime {
    first + ExactTime(0 - second.numerator, second.divisor)
  }

  package var seconds: Double {
    ExactTime.quotient(numerator, divisor * ExactTime.attosecondsPerSecond)
  }

  /// The fraction of `whole` that has passed, as the nearest Double. `whole` must be above 0.
  package func share(of whole: ExactTime) -> Double {
    let parts = ExactTime.aligned(self, whole)
    return ExactTime.quotient(parts.first, parts.second)
  }

  /// The number of completed steps of `count` equal steps in `whole`, counted exactly.
  package func steps(of count: Int, in whole: ExactTime) -> Double {
    let part = numerator &* whole.divisor
    let all = whole.numerator &* divisor
    let (quotient, remainder) = part.quotientAndRemainder(dividingBy: all)
    let (more, rest) = (remainder &* Int128(count)).quotientAndRemainder(dividingBy: all)
    let steps = quotient * Int128(count) + more
    return Double(Int(clamping: rest < 0 ? steps - 1 : steps))
  }

  /// Returns the Double nearest to a ratio. `divisor` must be above 0. With divisors of more than
  /// 60 bits the last bit may be wrong.
  private static func quotient(_ dividend: Int128, _ divisor: Int128) -> Double {
    let isNegative = dividend < 0
    var top = dividend.magnitude
    var bottom = divisor.magnitude
    guard top != 0 else { return 0 }
    let evenTop = top.trailingZeroBitCount
    let evenBottom = bottom.trailingZeroBitCount
    top >>= UInt128(evenTop)
    bottom >>= UInt128(evenBottom)
    var exponent = evenTop - evenBottom
    let result: Double
    if top < 1 << 53, bottom < 1 << 53 {
      result = Double(UInt64(top)) / Double(UInt64(bottom))
    } else {
      // A quotient of at least 62 bits. The last bit is set if there is a remainder (sticky bit).
      let shift = top.leadingZeroBitCount
      let (whole, rest) = (top << UInt128(shift)).quotientAndRemainder(dividingBy: bottom)
      exponent -= shift
      let surplus = max(0, 64 - whole.leadingZeroBitCount)
      var significand = UInt64(truncatingIfNeeded: whole >> UInt128(surplus))
      let lost = rest != 0 || whole & ((1 << UInt128(surplus)) - 1) != 0
      if lost, significand >= 1 << 55 { significand |= 1 }
      exponent += surplus
      result = Double(significand)
    }
    let scaled = Double(sign: .plus, exponent: exponent, significand: result)
    return isNegative ? -scaled : scaled
  }
}
