/// Roots by Newton's method from + - * / alone, so that every platform has the same bits.
/// Good to the last few bits for 0...4.
enum Roots {
  /// The cube root of a number that is not negative.
  static func cubeRoot(_ value: Double) -> Double {
    if value <= 0 { return 0 }
    var root = start(value, degree: 3)
    for _ in 0..<6 { root -= (root - value / (root * root)) / 3 }
    return root
  }

  /// The fifth root of a number that is not negative.
  static func fifthRoot(_ value: Double) -> Double {
    if value <= 0 { return 0 }
    var root = start(value, degree: 5)
    for _ in 0..<7 {
      let square = root * root
      root -= (root - value / (square * square)) / 5
    }
    return root
  }

  /// A power of two near the root: the exponent divided by the degree.
  private static func start(_ value: Double, degree: Int) -> Double {
    let exponent = Int(value.exponent)
    let quotient = exponent >= 0 ? exponent / degree : -((-exponent + degree - 1) / degree)
    let rest = exponent - quotient * degree
    let fraction = value.significand * Double(1 << rest)
    return Double(sign: .plus, exponent: quotient, significand: 1)
      * (1 + (fraction - 1) / Double((1 << degree) - 1))
  }
}
