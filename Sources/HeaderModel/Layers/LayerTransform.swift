extension LayerTransform {
  /// First by (x, y), then as this one does.
  func moved(x: Double, y: Double) -> LayerTransform {
    var result = self
    // Without the zero terms, an upright map gives the same doubles as plain sums do.
    result.tx = b == 0 && c == 0 ? tx + a * x : tx + a * x + c * y
    result.ty = b == 0 && c == 0 ? ty + d * y : ty + b * x + d * y
    return result
  }

  /// First enlarged, then as this one does.
  func scaled(x: Double, y: Double) -> LayerTransform {
    LayerTransform(a: a * x, b: b * x, c: c * y, d: d * y, tx: tx, ty: ty)
  }

  /// First turned clockwise about the origin, then as this one does.
  func rotated(degrees: Double) -> LayerTransform {
    let (sine, cosine) = Rotation.sineAndCosine(degrees: degrees)
    return LayerTransform(
      a: a * cosine + c * sine, b: b * cosine + d * sine, c: c * cosine - a * sine,
      d: d * cosine - b * sine, tx: tx, ty: ty)
  }

  /// Where a point goes.
  func applied(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }
}

/// Sine and cosine without a library whose last digit differs from platform to platform.
enum Rotation {
  /// Exact at multiples of 90 degrees; within 1e-15 elsewhere.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let rest = (turn - quarter * 90) * (Double.pi / 180)
    let (sine, cosine) = (series(rest, from: 1), series(rest, from: 0))
    switch ((Int(quarter) % 4) + 4) % 4 {
    case 1: return (cosine, 0 - sine)
    case 2: return (0 - sine, 0 - cosine)
    case 3: return (0 - cosine, sine)
    default: return (sine, cosine)
    }
  }

  /// The Taylor series (Abramowitz and Stegun 4.3.65, 4.3.66) for |x| up to a quarter of pi.
  private static func series(_ x: Double, from first: Double) -> Double {
    var sum = 0.0
    var k = first + 18
    while k > first {
      sum = (0 - x * x) / (k * (k - 1)) * (1 + sum)
      k -= 2
    }
    return first == 0 ? 1 + sum : x + x * sum
  }
}
