/// A projective transform of the plane, as a 3 x 3 matrix.
///
/// It maps (x, y) to (u / w, v / w) with (u, v, w) = x `across` + y `down` + `origin`. Points with
/// w <= 0 are behind the eye and have no image.
package struct Homography: Hashable, Sendable {
  /// A point in homogeneous coordinates (x, y, w). The fourth number is always 0.
  package typealias Vector = SIMD4<Double>
  package typealias Point = SIMD2<Double>

  /// The columns of the matrix.
  package var across, down, origin: Vector

  package init(across: Vector, down: Vector, origin: Vector) {
    self.across = across
    self.down = down
    self.origin = origin
  }

  package static let identity = affine(a: 1, b: 0, c: 0, d: 1)

  package static func translation(x: Double, y: Double) -> Homography {
    affine(a: 1, b: 0, c: 0, d: 1, x: x, y: y)
  }

  package static func affine(
    a: Double, b: Double, c: Double, d: Double, x: Double = 0, y: Double = 0
  ) -> Homography {
    Homography(across: [a, b, 0, 0], down: [c, d, 0, 0], origin: [x, y, 1, 0])
  }

  /// Returns CSS's `perspective(distance) rotateX(x) rotateY(y)` about the origin: the plane is
  /// turned in space and then projected from an eye at `distance` in front of it. Angles are in
  /// degrees.
  ///
  /// - Parameter distance: `nil` for an orthographic projection.
  package static func tilt(x: Double, y: Double, distance: Double?) -> Homography {
    let (sineX, cosineX) = (DeterministicMath.sin(degrees: x), DeterministicMath.cos(degrees: x))
    let (sineY, cosineY) = (DeterministicMath.sin(degrees: y), DeterministicMath.cos(degrees: y))
    // The third numbers are 0 - z / distance, where z is the height over the screen.
    let near = distance.map { 1 / $0 } ?? 0
    return Homography(
      across: [cosineY, sineX * sineY, cosineX * sineY * near, 0],
      down: [0, cosineX, 0 - sineX * near, 0], origin: [0, 0, 1, 0])
  }

  private func image(of vector: Vector) -> Vector {
    across * vector.x + down * vector.y + origin * vector.z
  }

  /// Returns the point in homogeneous coordinates that (x, y) is mapped to.
  package func image(x: Double, y: Double) -> Vector { across * x + down * y + origin }

  /// Returns the point that (x, y) is mapped to, or `nil` if it is behind the eye.
  package func apply(x: Double, y: Double) -> Point? {
    let image = image(x: x, y: y)
    return image.z > 0 ? Point(image.x, image.y) / image.z : nil
  }

  package func then(_ next: Homography) -> Homography {
    Homography(
      across: next.image(of: across), down: next.image(of: down), origin: next.image(of: origin))
  }

  /// Returns the transform as seen in other coordinates, to which `map` maps.
  /// - Returns: `nil` if `map` is singular.
  package func conjugated(by map: Homography) -> Homography? {
    map.inverse.map { $0.then(self).then(map) }
  }

  /// The inverse transform, or `nil` if the transform is singular: the plane is seen edge-on.
  ///
  /// If this transform maps (x, y, 1) to (u, v, w), the inverse maps (u / w, v / w, 1) to
  /// (x, y, 1) / w. So the sign of its third number tells whether a point is in front of the eye.
  package var inverse: Homography? {
    let determinant = (across * Self.cross(down, origin)).sum()
    guard determinant.magnitude > 1e-12, determinant.isFinite else { return nil }
    // The rows of the inverse.
    let (first, second, third) = (
      Self.cross(down, origin) / determinant, Self.cross(origin, across) / determinant,
      Self.cross(across, down) / determinant
    )
    return Homography(
      across: [first.x, second.x, third.x, 0], down: [first.y, second.y, third.y, 0],
      origin: [first.z, second.z, third.z, 0])
  }

  private static func cross(_ p: Vector, _ q: Vector) -> Vector {
    [p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x, 0]
  }

  /// The smallest w of the points in a bounding box. Closer to the eye than that, a point is
  /// magnified beyond every screen.
  private static let nearest = 0x1p-10

  /// Returns the bounding box of a polygon's image, without the part behind the eye. `nil` if the
  /// whole polygon is behind it.
  package func boundingBox(of corners: [Point]) -> DeviceRect? {
    var seen: [Point] = []
    var previous = corners.last.map { image(x: $0.x, y: $0.y) } ?? .zero
    for corner in corners {
      let next = image(x: corner.x, y: corner.y)
      if (previous.z >= Self.nearest) != (next.z >= Self.nearest) {
        let share = (Self.nearest - previous.z) / (next.z - previous.z)
        let edge = previous + (next - previous) * share
        seen.append(Point(edge.x, edge.y) / Self.nearest)
      }
      if next.z >= Self.nearest { seen.append(Point(next.x, next.y) / next.z) }
      previous = next
    }
    guard let first = seen.first else { return nil }
    let least = seen.reduce(first) { pointwiseMin($0, $1) }
    let most = seen.reduce(first) { pointwiseMax($0, $1) }
    return DeviceRect(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
  }

  package func boundingBox(of rect: DeviceRect) -> DeviceRect? {
    boundingBox(of: rect.corners)
  }
}

extension DeviceRect {
  /// The corners, clockwise from the top left.
  fileprivate var corners: [Homography.Point] {
    [[x, y], [maxX, y], [maxX, maxY], [x, maxY]]
  }
}
