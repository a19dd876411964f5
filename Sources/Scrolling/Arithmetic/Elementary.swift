/// exp, ln, sin and cos out of + - * / alone, so that every platform gets the same offsets; the
/// libraries' own differ in the last digit. Within 1e-15 of the true value, relative.
///
/// Each reduces its argument to a short interval around 0 and sums the Taylor series there until
/// the next term is below half a unit in the last place (Abramowitz and Stegun 4.2.1, 4.1.27,
/// 4.3.65, 4.3.66; the split constants are Cody and Waite's way, 1980: n times the leading part is
/// exact, so subtracting it loses nothing).
enum Elementary {
  /// ln 2, its first 32 bits and the rest.
  private static let ln2High = 0x1.62e42fefp-1
  private static let ln2Low = 0x1.473de6af278edp-34
  /// π/2, its first 32 bits, the next 32 and the rest.
  private static let halfPiHigh = 0x1.921fb544p+0
  private static let halfPiMiddle = 0x1.0b4611a6p-34
  private static let halfPiLow = 0x1.3198a2e037073p-69

  /// e to the power `x`; infinity from 709.79 on, 0 below -745.14.
  static func exp(_ x: Double) -> Double {
    guard x < 709.79 else { return x.isNaN ? x : .infinity }
    guard x > -745.14 else { return 0 }
    let n = (x / 0x1.62e42fefa39efp-1).rounded()
    let high = x - n * ln2High
    let low = n * ln2Low
    let r = high - low
    // What rounding `r` lost, so that large |x| cost no precision.
    let lost = (high - r) - low
    var series = 1.0
    var k = 14.0
    while k > 1 {
      series = 1 + r / k * series
      k -= 1
    }
    let value = 1 + (r * series + lost)
    // In two steps: 2^n alone may be beyond what a Double holds while the product is not.
    let half = (n / 2).rounded(.towardZero)
    return value * power(ofTwo: Int(half)) * power(ofTwo: Int(n - half))
  }

  /// The natural logarithm of a positive finite `x`; -infinity for 0, NaN for what has none.
  static func ln(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    var exponent = Double(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      exponent += 1
    }
    let f = (m - 1) / (m + 1)
    let square = f * f
    var series = 0.0
    var k = 23.0
    while k > 1 {
      series = square * (1 / k + series)
      k -= 2
    }
    return exponent * ln2High + (2 * f + (2 * f * series + exponent * ln2Low))
  }

  /// The sine of `x` radians, |x| up to a million.
  static func sin(_ x: Double) -> Double {
    let (quarter, r) = quarterTurns(x)
    switch quarter {
    case 0: return sine(r)
    case 1: return cosine(r)
    case 2: return -sine(r)
    default: return -cosine(r)
    }
  }

  /// The cosine of `x` radians, |x| up to a million.
  static func cos(_ x: Double) -> Double {
    let (quarter, r) = quarterTurns(x)
    switch quarter {
    case 0: return cosine(r)
    case 1: return -sine(r)
    case 2: return -cosine(r)
    default: return sine(r)
    }
  }

  /// Which quarter of the circle, 0...3, and the rest, -π/4...π/4.
  private static func quarterTurns(_ x: Double) -> (Int, Double) {
    let n = (x / 0x1.921fb54442d18p+0).rounded()
    guard n.magnitude < 1_048_576 else { return (0, 0) }
    let r = ((x - n * halfPiHigh) - n * halfPiMiddle) - n * halfPiLow
    return (Int(n) & 3, r)
  }

  private static func sine(_ r: Double) -> Double {
    var series = 0.0
    var k = 18.0
    while k > 0 {
      series = -r * r / (k * (k + 1)) * (1 + series)
      k -= 2
    }
    return r + r * series
  }

  private static func cosine(_ r: Double) -> Double {
    var series = 0.0
    var k = 19.0
    while k > 1 {
      series = -r * r / (k * (k + 1)) * (1 + series)
      k -= 2
    }
    let half = r * r / 2
    return 1 - (half + half * series)
  }

  private static func power(ofTwo exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
