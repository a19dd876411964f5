import PortableMath

/// An exact fraction for reference computations. Overflow traps.
struct Rational: Comparable, Sendable {
  let numerator: Int128
  /// The denominator, positive and coprime to the numerator.
  let denominator: Int128

  init(_ numerator: Int128, _ denominator: Int128 = 1) {
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / Int128(divisor)
    self.denominator = sign * denominator / Int128(divisor)
  }

  /// Converts a double. It must be a multiple of 2^-60.
  init(exactly value: Double) {
    let scaled = value * 0x1p60
    precondition(scaled == scaled.rounded(), "too fine for a fraction of 128 bits")
    self.init(Int128(scaled), 1 << 60)
  }

  var double: Double { Self.double(numerator) / Self.double(denominator) }

  /// Returns the nearest double. The standard library's conversion of 128 bits is generic code,
  /// which took a fifth of the time of `ExactArithmetic`.
  private static func double(_ number: Int128) -> Double {
    let short = Int64(truncatingIfNeeded: number)
    return Int128(short) == number ? Double(short) : Double(number)
  }

  /// The smallest integer that is not less than the fraction.
  var roundedUp: Rational {
    let quotient = numerator / denominator
    return Rational(quotient * denominator < numerator ? quotient + 1 : quotient)
  }

  static func < (a: Rational, b: Rational) -> Bool { (a - b).numerator < 0 }
  static func == (a: Rational, b: Rational) -> Bool {
    a.numerator == b.numerator && a.denominator == b.denominator
  }
  static func + (a: Rational, b: Rational) -> Rational {
    // The least common denominator keeps the terms within 128 bits.
    let shared = Int128(greatestCommonDivisor(a.denominator.magnitude, b.denominator.magnitude))
    return Rational(
      a.numerator * (b.denominator / shared) + b.numerator * (a.denominator / shared),
      a.denominator / shared * b.denominator)
  }
  static func - (a: Rational, b: Rational) -> Rational { a + Rational(-b.numerator, b.denominator) }
  static func * (a: Rational, b: Rational) -> Rational {
    let left = Rational(a.numerator, b.denominator)
    let right = Rational(b.numerator, a.denominator)
    return Rational(left.numerator * right.numerator, left.denominator * right.denominator)
  }
  static func / (a: Rational, b: Rational) -> Rational {
    a * Rational(b.denominator, b.numerator)
  }

  private static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 {
      (a, b) = (b, a % b)
    }
    return max(a, 1)
  }
}

extension Rational: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self.init(Int128(value)) }
}
