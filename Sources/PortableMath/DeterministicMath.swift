/// Functions that give the same bits on every platform. They use only + - * / and the square root,
/// because system libraries differ in the last digit. `exp`, `ln`, `sin` and `cos` have a relative
/// error of at most 1e-15.
///
/// Each function reduces its argument to a short interval around 0 and sums the Taylor series until
/// the next term is below half a unit in the last place (Abramowitz and Stegun 4.2.1, 4.1.27,
/// 4.3.65, 4.3.66). Constants are split as by Cody and Waite (1980): n times the leading part is
/// exact, so its subtraction loses no digits.
package enum DeterministicMath {
  /// The first 32 bits of ln 2, and the rest.
  private static let ln2High = 0x1.62e42fefp-1
  private static let ln2Low = 0x1.473de6af278edp-34
  /// The first 32 bits of π/2, the next 32 bits, and the rest.
  private static let halfPiHigh = 0x1.921fb544p+0
  private static let halfPiMiddle = 0x1.0b4611a6p-34
  private static let halfPiLow = 0x1.3198a2e037073p-69

  /// Returns e to the power `x`. Infinity from 709.79 on, 0 below -745.14.
  package static func exp(_ x: Double) -> Double {
    guard x < 709.79 else { return x.isNaN ? x : .infinity }
    guard x > -745.14 else { return 0 }
    let n = (x / 0x1.62e42fefa39efp-1).rounded()
    let high = x - n * ln2High
    let low = n * ln2Low
    let r = high - low
    // The rounding error of `r`, so that a large |x| keeps its precision.
    let lost = (high - r) - low
    var series = 1.0
    var k = 14.0
    while k > 1 {
      series = 1 + r / k * series
      k -= 1
    }
    let value = 1 + (r * series + lost)
    // Multiply in two steps, because 2^n alone may overflow although the product does not.
    let half = (n / 2).rounded(.towardZero)
    return value * power(ofTwo: Int(half)) * power(ofTwo: Int(n - half))
  }

  /// Returns the natural logarithm of `x`. -infinity for 0, infinity for infinity, NaN for negative
  /// numbers and NaN.
  package static func ln(_ x: Double) -> Double {
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

  /// The sine of `x` radians, for |x| up to 10^6.
  package static func sin(_ x: Double) -> Double { sine(x, quartersAhead: 0) }

  /// The cosine of `x` radians, for |x| up to 10^6.
  package static func cos(_ x: Double) -> Double { sine(x, quartersAhead: 1) }

  private static func sine(_ x: Double, quartersAhead ahead: Int) -> Double {
    let n = (x / 0x1.921fb54442d18p+0).rounded()
    guard n.magnitude < 1_048_576 else { return ahead == 0 ? 0 : 1 }
    // The remainder in -π/4...π/4.
    let r = ((x - n * halfPiHigh) - n * halfPiMiddle) - n * halfPiLow
    return switch (Int(n) + ahead) & 3 {
    case 0: sine(r)
    case 1: cosine(r)
    case 2: -sine(r)
    default: -cosine(r)
    }
  }

  private static func sine(_ r: Double) -> Double { r + r * series(r, from: 18) }

  private static func cosine(_ r: Double) -> Double {
    let half = r * r / 2
    return 1 - (half + half * series(r, from: 19))
  }

  /// The Taylor series with every second factorial up to that of `last + 1`.
  private static func series(_ r: Double, from last: Double) -> Double {
    var series = 0.0
    var k = last
    while k > 1 {
      series = -r * r / (k * (k + 1)) * (1 + series)
      k -= 2
    }
    return series
  }

  private static func power(ofTwo exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  package static let degreesPerRadian = 57.295779513082320876798

  /// The sine of an angle in degrees, with an error of at most 1e-12. Exact at multiples of 90.
  package static func sin(degrees: Double) -> Double {
    var angle = degrees - 360 * (degrees / 360).rounded(.down)
    var sign = 1.0
    if angle >= 180 {
      angle -= 180
      sign = -1
    }
    if angle > 90 { angle = 180 - angle }
    return sign * sin(angle / degreesPerRadian)
  }

  /// The cosine of an angle in degrees, with an error of at most 1e-12.
  package static func cos(degrees: Double) -> Double { sin(degrees: degrees + 90) }

  /// The direction of a vector in degrees, in 0..<360, with an error of at most 1e-12. 0 for the
  /// zero vector.
  package static func direction(x: Double, y: Double) -> Double {
    if x == 0 && y == 0 { return 0 }
    let steep = y.magnitude > x.magnitude
    let ratio = steep ? x.magnitude / y.magnitude : y.magnitude / x.magnitude
    var degrees = arctangent(ratio) * degreesPerRadian
    if steep { degrees = 90 - degrees }
    if x < 0 { degrees = 180 - degrees }
    if y < 0 { degrees = 360 - degrees }
    return degrees >= 360 ? 0 : degrees
  }

  /// The arctangent of a number in 0...1, in radians. Halves the angle twice with atan(x) = 2
  /// atan(x / (1 + sqrt(1 + x²))), then sums the Taylor series.
  private static func arctangent(_ ratio: Double) -> Double {
    var x = ratio
    for _ in 0..<2 { x /= 1 + (1 + x * x).squareRoot() }
    let square = x * x
    var sum = 0.0
    for term in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(term) - square * sum }
    return 4 * x * sum
  }

  /// The cube root of a non-negative number, accurate except for the last few bits.
  package static func cubeRoot(_ value: Double) -> Double { root(value, degree: 3, steps: 6) }

  /// The fifth root of a non-negative number, accurate except for the last few bits.
  package static func fifthRoot(_ value: Double) -> Double { root(value, degree: 5, steps: 7) }

  /// Newton's method. The first estimate divides the exponent by the degree and is linear in the
  /// rest.
  private static func root(_ value: Double, degree: Int, steps: Int) -> Double {
    guard value > 0 else { return 0 }
    let exponent = Int(value.exponent)
    let quotient = exponent >= 0 ? exponent / degree : -((-exponent + degree - 1) / degree)
    let rest = exponent - quotient * degree
    let fraction = value.significand * Double(1 << rest)
    var root = power(ofTwo: quotient) * (1 + (fraction - 1) / Double((1 << degree) - 1))
    for _ in 0..<steps {
      let square = root * root
      root -= (root - value / (degree == 3 ? square : square * square)) / Double(degree)
    }
    return root
  }
}
