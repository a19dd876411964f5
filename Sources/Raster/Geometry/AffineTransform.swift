/// A linear map of the plane and a translation: (x, y) becomes (a x + c y + tx, b x + d y + ty).
package struct AffineTransform: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Changes nothing.
  package static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  package static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Turns clockwise on a screen whose y grows downwards.
  package static func rotation(degrees: Double) -> AffineTransform {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// This map first, then `next`.
  package func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The place that (x, y) is mapped to.
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// Nil where the plane is squeezed to a line.
  package var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Whether rectangles stay upright rectangles, neither turned nor mirrored.
  package var isUpright: Bool { b == 0 && c == 0 && a >= 0 && d >= 0 }

  /// How long a step along x and a step along y become.
  package var lengths: (x: Double, y: Double) {
    ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }

  /// Where an upright map puts a rectangle.
  package func uprightRect(_ rect: DeviceRect) -> DeviceRect {
    DeviceRect(
      x: a * rect.x + tx, y: d * rect.y + ty, width: a * rect.width, height: d * rect.height)
  }
}

/// Sines and cosines from plain arithmetic, so that they are the same bits everywhere.
package enum Angle {
  /// Exact at multiples of 90 degrees; elsewhere Taylor series on an eighth of a turn, within
  /// 1e-15.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    guard degrees.isFinite else { return (0, 1) }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turned / 90).rounded()
    let x = (turned - quarter * 90) * (Double.pi / 180)
    let square = x * x
    var (sine, cosine) = (0.0, 0.0)
    var factor = 17.0
    while factor > 1 {
      sine = -square / (factor * (factor - 1)) * (1 + sine)
      cosine = -square / ((factor + 1) * factor) * (1 + cosine)
      factor -= 2
    }
    // The last step of the cosine's series, whose factors are one larger, is 1 - x²/2 (1 + ...).
    cosine = 1 - square / 2 * (1 + cosine)
    sine = x * (1 + sine)
    switch Int(quarter) & 3 {
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    case 3: return (-cosine, sine)
    default: return (sine, cosine)
    }
  }
}
