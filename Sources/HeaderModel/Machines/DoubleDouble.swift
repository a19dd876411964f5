/// A sum of two doubles, exact far beyond one: for the one place where a rounding error could tip a
/// number over a whole step.
struct DoubleDouble {
  private(set) var high: Double
  private(set) var low: Double

  /// The exact product.
  init(product a: Double, _ b: Double) {
    high = a * b
    low = (-high).addingProduct(a, b)
  }

  /// The exact difference of two products, but for the last of about 100 bits.
  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let sum = a.high - b.high
    let shown = sum - a.high
    let lost = (a.high - (sum - shown)) + (-b.high - shown)
    var result = a
    result.high = sum
    result.low = lost + (a.low - b.low)
    return result
  }

  func multiplied(by factor: Double) -> DoubleDouble {
    var result = DoubleDouble(product: high, factor)
    result.low += low * factor
    return result
  }

  /// Whether it is more than the product of the two factors.
  func isGreater(thanProductOf a: Double, _ b: Double) -> Bool {
    let rest = self - DoubleDouble(product: a, b)
    return rest.high + rest.low > 0
  }
}
