public import Numerics

/// One entry of a gesture list. Offsets in points from rest, times in seconds.
public enum Gesture: Hashable, Sendable {
  /// Nothing is touched or let go; what moves goes on.
  case hold(duration: Double)
  /// A finger is put down where the content is, or is still there, and wants the offset changed.
  case drag(by: Double, duration: Double, easing: Easing)
  /// The finger lets go at `velocity` points a second, nil: at the drag's. The entry ends after
  /// `until` seconds, nil: at rest.
  case release(velocity: Double?, until: Double?)
  /// A program scrolls.
  case scrollTo(offset: Double, duration: Double, easing: Easing)
}
