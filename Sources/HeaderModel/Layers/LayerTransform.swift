import Numerics

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

/// Sine and cosine of degrees.
enum Rotation {
  /// Exact at multiples of 90 degrees.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    let rest = (turn - quarter * 90) * (Double.pi / 180)
    let sine = DeterministicMath.sin(rest)
    let cosine = DeterministicMath.cos(rest)
    switch ((Int(quarter) % 4) + 4) % 4 {
    case 1: return (cosine, 0 - sine)
    case 2: return (0 - sine, 0 - cosine)
    case 3: return (0 - cosine, sine)
    default: return (sine, cosine)
    }
  }
}
