import Files
import Numerics
public import Scrolling

/// One picture of a header.
public struct StillRequest: Sendable {
  /// Which moment is shown.
  public enum Moment: Sendable {
    /// After these offsets were fed in order, in points from rest; as they are, not snapped.
    case offsets([Double])
    /// At a time of a curve, in seconds; the events before it are fed at `eventRate`.
    case time(Double, CurveSource, EventRate)
  }

  /// The header and its screen.
  public var header = SceneRequest()
  /// What is shown.
  public var moment = Moment.offsets([])

  /// The demo's header at rest.
  public init() {}
}
