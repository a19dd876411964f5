package import PortableMath

/// The projection of a layer that is tilted out of the screen's plane or has a tilted ancestor.
///
/// As in CSS without `preserve-3d`, a tilted layer is drawn flat with its descendants, and the flat
/// picture is projected. This is a class, so that it costs layers without a tilt only a pointer.
package final class LayerTilt: Hashable, Sendable {
  /// The layer's own angles in degrees, as in CSS. 0 if only an ancestor is tilted.
  package let rotateX, rotateY: Double
  /// The projection from the layer without tilts to its parent's flat picture. Both are in points
  /// of the screen. `nil` if only an ancestor is tilted, or an ancestor's scale factor is 0.
  package let toParent: Homography?
  /// The projection to the screen: that of the layer, followed by those of its ancestors.
  package let toScreen: Homography
  /// The layer's frame without tilts, in points of the screen.
  package let flatFrame: PointRect

  init(
    rotateX: Double, rotateY: Double, toParent: Homography?, in outer: LayerTilt?,
    flatFrame: PointRect
  ) {
    self.rotateX = rotateX
    self.rotateY = rotateY
    self.toParent = toParent
    toScreen =
      switch (toParent, outer?.toScreen) {
      case (let inner?, let outer?): inner.then(outer)
      case (let one?, nil), (nil, let one?): one
      case (nil, nil): .identity
      }
    self.flatFrame = flatFrame
  }

  package static func == (a: LayerTilt, b: LayerTilt) -> Bool {
    a === b
      || (a.rotateX == b.rotateX && a.rotateY == b.rotateY && a.toParent == b.toParent
        && a.toScreen == b.toScreen && a.flatFrame == b.flatFrame)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(toScreen)
    hasher.combine(flatFrame)
  }

  /// Returns the bounding box of a layer's projection on the screen, in points. If the whole layer
  /// is behind the viewer, the box is empty, at the top left of the layer without tilts.
  ///
  /// - Parameter transform: The layer's transform without tilts, from its points to the screen's.
  func frame(of size: PointSize, under transform: LayerTransform) -> PointRect {
    let corners = [
      (0, 0), (size.width, 0), (size.width, size.height), (0, size.height),
    ].map { x, y in
      let corner = transform.applied(x: x, y: y)
      return Homography.Point(corner.x, corner.y)
    }
    guard let box = toScreen.boundingBox(of: corners) else {
      return PointRect(x: transform.tx, y: transform.ty, width: 0, height: 0)
    }
    return PointRect(x: box.x, y: box.y, width: box.width, height: box.height)
  }
}
