package import PortableMath

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

  package static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  package static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  package static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Turns clockwise on a screen whose y grows downwards.
  package static func rotation(degrees: Double) -> AffineTransform {
    let sine = DeterministicMath.sin(degrees: degrees)
    let cosine = DeterministicMath.cos(degrees: degrees)
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  package func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  package func apply(_ x: Double, _ y: Double) -> Path.Point {
    Path.Point(a * x + c * y + tx, b * x + d * y + ty)
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
