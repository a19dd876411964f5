import PortableMath

/// Evaluates `rotateX`, `rotateY` and `perspective`.
extension HeaderInterpreter {
  /// Returns the tilt of a layer, or `nil` if neither the layer nor an ancestor is tilted.
  ///
  /// - Parameters:
  ///   - flatFrame: The layer's frame without any tilt.
  ///   - drawn: The layer's transform without any tilt.
  mutating func tilt(
    of layer: LayerDefinition, size: PointSize, flatFrame: PointRect, drawn: LayerTransform,
    in inherited: InheritedState
  ) throws(EvaluationError) -> LayerTilt? {
    let x = try cells.number(layer[.rotateX], 0)
    let y = try cells.number(layer[.rotateY], 0)
    let distance = try perspective(of: layer)
    guard x != 0 || y != 0 else {
      return inherited.tilt.map {
        LayerTilt(rotateX: 0, rotateY: 0, toParent: nil, in: $0, flatFrame: flatFrame)
      }
    }
    let origin = drawn.applied(
      x: try cells.number(layer[.originX], 0.5) * size.width,
      y: try cells.number(layer[.originY], 0.5) * size.height)
    // Tilts about the origin in the parent's points, which its transform maps to the screen's.
    let parent = inherited.transform
    let toParent = Homography.tilt(x: x, y: y, distance: distance).conjugated(
      by: .affine(
        a: parent.a, b: parent.b, c: parent.c, d: parent.d, x: origin.x, y: origin.y))
    return LayerTilt(
      rotateX: x, rotateY: y, toParent: toParent, in: inherited.tilt, flatFrame: flatFrame)
  }

  /// Evaluates the distance of the eye in points. `nil` for an orthographic projection.
  /// - Throws: `EvaluationError` if it is not positive.
  private mutating func perspective(
    of layer: LayerDefinition
  ) throws(EvaluationError) -> Double? {
    guard let cell = layer[.perspective] else { return nil }
    let distance = try cells.value(of: cell)
    guard distance > 0 else {
      throw cells.failure(cell, "the perspective \(distance.text) is not positive")
    }
    return distance
  }
}
