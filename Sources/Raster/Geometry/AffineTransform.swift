package import PortableMath

/// An affine transform: (x, y) becomes (a x + c y + tx, b x + d y + ty).
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

  /// Returns a rotation. Positive angles turn clockwise if y points down.
  package static func rotation(degrees: Double) -> AffineTransform {
    let sine = DeterministicMath.sin(degrees: degrees)
    let cosine = DeterministicMath.cos(degrees: degrees)
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Returns the transform that applies this transform first, then `next`.
  package func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  package func apply(_ x: Double, _ y: Double) -> Path.Point {
    Path.Point(a * x + c * y + tx, b * x + d * y + ty)
  }

  /// The inverse transform, or `nil` if the transform is singular.
  package var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Whether the transform keeps rectangles axis-aligned and does not mirror them.
  package var isUpright: Bool { b == 0 && c == 0 && a >= 0 && d >= 0 }

  /// The factors by which horizontal and vertical lengths grow.
  package var lengths: (x: Double, y: Double) {
    ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }

  /// Returns the transformed rectangle. Requires that the transform `isUpright`.
  package func uprightRect(_ rect: DeviceRect) -> DeviceRect {
    DeviceRect(
      x: a * rect.x + tx, y: d * rect.y + ty, width: a * rect.width, height: d * rect.height)
  }
}
