/// A frame that differs from its neighbours, and when it ends.
struct TimedFrame: Sendable {
  var truth: TruthFrame
  /// Hundredths of a second from the start of the animation.
  var end: Int
}
