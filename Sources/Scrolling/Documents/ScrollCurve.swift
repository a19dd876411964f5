public import Numerics

/// A scroll curve document: the recording, or the script, of a finger on a scroll view.
///
/// Offsets are points from rest (negative: pulled down past the top), times seconds.
public struct ScrollCurve: Hashable, Sendable {
  /// How the curve is given.
  public enum Course: Hashable, Sendable {
    /// What a device recorded.
    case samples(SampleTrack)
    /// What a designer draws: at least one, times strictly increasing.
    case keyframes([Keyframe])
    /// What a finger does, through the model of `UIScrollView`.
    case gestures([Gesture], ScrollPhysics)
  }

  /// What the author calls it.
  public var name: String?
  /// The frame rate the author wants; nil leaves it to the renderer.
  public var framesPerSecond: RationalTime?
  /// Whether offsets are reported in whole device pixels.
  public var snaps: Bool
  /// What the document holds.
  public var course: Course

  /// A curve without a document.
  public init(
    course: Course, name: String? = nil, framesPerSecond: RationalTime? = nil, snaps: Bool = true
  ) {
    self.course = course
    self.name = name
    self.framesPerSecond = framesPerSecond
    self.snaps = snaps
  }

  /// The frame rate when nobody says one.
  public static let standardFramesPerSecond: RationalTime = 30
}
