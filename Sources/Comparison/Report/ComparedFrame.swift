import Files
import Rendering

/// A frame of one animation beside its counterpart, or alone.
public struct ComparedFrame: Hashable, Sendable {
  /// What became of it.
  public enum State: String, Hashable, Sendable {
    case same
    /// The pixels differ within the tolerance.
    case tolerated
    /// The pixels differ.
    case changed
    /// Only the judged animation has it.
    case inserted
    /// Only the baseline has it.
    case dropped
    /// The same pixels, shown earlier or later.
    case shifted
    /// The same pixels, shown longer or shorter.
    case retimed
  }

  /// What became of it.
  public var state: State
  /// Indices in the baseline, from 0: more than one for equal neighbours.
  public var first: ClosedRange<Int>?
  /// Indices in the judged animation.
  public var second: ClosedRange<Int>?
  /// Seconds from the baseline's start.
  public var firstTime: Double?
  /// Seconds from the judged animation's start.
  public var secondTime: Double?
  /// Pixels that differ.
  public var differentPixels = 0
  /// The scroll offset in points, where a manifest tells it.
  public var offset: Double?
  /// The header's phase, where a manifest tells it.
  public var phase: String?
}
