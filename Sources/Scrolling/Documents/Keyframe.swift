public import Numerics

/// An offset at a moment, and how the curve goes on from there.
public struct Keyframe: Hashable, Sendable {
  /// Seconds from the start of the curve.
  public var time: Double
  /// Points from rest.
  public var offset: Double
  /// Of the stretch from this keyframe to the next.
  public var easing: Easing

  /// `time` in seconds, `offset` in points.
  public init(time: Double, offset: Double, easing: Easing = .linear) {
    self.time = time
    self.offset = offset
    self.easing = easing
  }
}
