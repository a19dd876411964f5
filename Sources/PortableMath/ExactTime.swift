/// A moment or a length of time without rounding: decimals of up to 18 places, and ticks of any rate.
///
/// Gestures state decimals, display ticks are fractions such as 1/60 s. Sums and comparisons of both
/// are exact, so that a release at 0.1 + 0.2 s and the eighteenth tick of 60 are one time. Within a
/// day, and ticks of two rates, all products fit; beyond that they wrap and mean nothing.
package struct ExactTime: Hashable, Sendable, Comparable {
  /// Attoseconds times `divisor`.
  private let numerator: Int128
  /// 1 for decimals; that of the rate for ticks.
  private let divisor: Int128

  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  package static let zero = ExactTime(0, 1)

  private init(_ numerator: Int128, _ divisor: Int128) {
    self.numerator = numerator
    self.divisor = divisor
  }

  /// The shortest decimal that reads as this Double, to 18 places: what a document states. What is
  /// not a number, or beyond 10^9 seconds, is the nearest end.
  package init(_ seconds: Double) {
    let held = seconds.isNaN ? 0 : min(max(seconds, -1e9), 1e9)
    self.init(ExactTime.attoseconds(held), 1)
  }

  /// `count` steps of `step`, a tick; of steps with a part above 2^24 to 18 places.
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

  /// Digits of the shortest decimal, shifted to 18 places; beyond those they round.
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

  /// The numerators of two times over one divisor.
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

  /// The part of `whole`, which is above 0, that has passed: the nearest Double.
  package func share(of whole: ExactTime) -> Double {
    let parts = ExactTime.aligned(self, whole)
    return ExactTime.quotient(parts.first, parts.second)
  }

  /// Whole steps of `count` in `whole` that have passed, counted exactly.
  package func steps(of count: Int, in whole: ExactTime) -> Double {
    let part = numerator &* whole.divisor
    let all = whole.numerator &* divisor
    let (quotient, remainder) = part.quotientAndRemainder(dividingBy: all)
    let (more, rest) = (remainder &* Int128(count)).quotientAndRemainder(dividingBy: all)
    let steps = quotient * Int128(count) + more
    return Double(Int(clamping: rest < 0 ? steps - 1 : steps))
  }

  /// The Double nearest to a ratio; `divisor` is above 0. With divisors of more than 60 bits the last
  /// place may be off by one.
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
      // A quotient of 62 bits or more, its last bit set where something is left over.
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
