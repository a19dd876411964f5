import Numerics

/// A stretch of a played gesture list that one law governs.
struct MotionSegment: Hashable, Sendable {
  /// Seconds from the start of the curve.
  let start: Double
  let law: Law

  enum Law: Hashable, Sendable {
    case still(Double)
    /// A finger: the offset wanted goes from `from` to `from + by`.
    case drag(from: Double, by: Double, duration: Double, easing: Easing, edges: ScrollEdges)
    /// A programmatic scroll.
    case glide(from: Double, to: Double, duration: Double, easing: Easing)
    case deceleration(Deceleration)
    /// Around the offset `edge`.
    case spring(DampedSpring, edge: Double)
  }

  /// The offset in points `time` seconds after the segment's start.
  func offset(after time: Double) -> Double {
    switch law {
    case .still(let offset):
      offset
    case .drag(let from, let by, let duration, let easing, let edges):
      edges.shown(wanted: from + by * MotionSegment.progress(time, duration, easing))
    case .glide(let from, let to, let duration, let easing):
      from + (to - from) * MotionSegment.progress(time, duration, easing)
    case .deceleration(let deceleration):
      deceleration.offset(at: time)
    case .spring(let spring, let edge):
      edge + spring.displacement(at: time)
    }
  }

  /// A finger's or a program's way ends exactly at its end, whatever the easing says of 1.
  private static func progress(_ time: Double, _ duration: Double, _ easing: Easing) -> Double {
    time < duration ? easing.value(at: time / duration) : 1
  }
}
