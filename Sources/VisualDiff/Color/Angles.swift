/// Angles in degrees, from + - * / and the square root alone, so that every platform has the same
/// bits; errors stay below 1e-12.
enum Angles {
  static let degreesPerRadian = 57.295779513082320876798

  /// The sine of an angle.
  static func sine(_ degrees: Double) -> Double {
    var turn = degrees - 360 * (degrees / 360).rounded(.down)
    var sign = 1.0
    if turn >= 180 {
      turn -= 180
      sign = -1
    }
    if turn > 90 { turn = 180 - turn }
    let x = turn / degreesPerRadian
    let square = x * x
    var sum = 0.0
    for term in stride(from: 21, through: 3, by: -2) {
      sum = (1 + sum) * -square / Double(term * (term - 1))
    }
    return sign * x * (1 + sum)
  }

  /// The cosine of an angle.
  static func cosine(_ degrees: Double) -> Double { sine(degrees + 90) }

  /// The direction of a vector, 0..<360; 0 for the zero vector.
  static func direction(x: Double, y: Double) -> Double {
    if x == 0 && y == 0 { return 0 }
    let steep = abs(y) > abs(x)
    let ratio = steep ? abs(x) / abs(y) : abs(y) / abs(x)
    var degrees = arctangent(ratio)
    if steep { degrees = 90 - degrees }
    if x < 0 { degrees = 180 - degrees }
    if y < 0 { degrees = 360 - degrees }
    return degrees >= 360 ? 0 : degrees
  }

  /// Of 0...1. Halved twice by atan(x) = 2 atan(x / (1 + sqrt(1 + x²))), then Taylor's series.
  private static func arctangent(_ ratio: Double) -> Double {
    var x = ratio
    for _ in 0..<2 { x /= 1 + (1 + x * x).squareRoot() }
    let square = x * x
    var sum = 0.0
    for term in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(term) - square * sum }
    return 4 * x * sum * degreesPerRadian
  }
}

/// The exponential function without libm.
enum Exponential {
  /// e to the power of minus `value`, for values that are not negative; below 1e-300 it is 0.
  static func ofMinus(_ value: Double) -> Double {
    if value > 690 { return 0 }
    var halvings = 0
    var x = value
    while x > 1.0 / 64 {
      x /= 2
      halvings += 1
    }
    var sum = 1.0
    for term in stride(from: 9, through: 1, by: -1) { sum = 1 - x * sum / Double(term) }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }
}
