/// A run of one animation beside the run of the other that stands for it, or alone.
public struct FramePair: Hashable, Sendable {
  /// What became of the pictures.
  public enum Content: Hashable, Sendable {
    /// The same pixels.
    case same
    /// Pixels differ within the tolerance.
    case tolerated(ImageDifference)
    /// Pixels differ.
    case changed(ImageDifference)
    /// Only the second animation shows it; `copyOf` is a frame of the first that is its equal.
    case inserted(copyOf: Int?)
    /// Only the first animation shows it; `copyOf` is a frame of the second that is its equal.
    case dropped(copyOf: Int?)
  }

  /// What became of the time.
  public enum Timing: Hashable, Sendable {
    case same
    /// Shown as long, but earlier or later.
    case shifted(by: Flicks)
    /// Shown shorter or longer; `shift` is how much later it appears.
    case retimed(from: Flicks, to: Flicks, shift: Flicks)
    /// Shown longer or shorter because the file has the frame more or fewer times in a row.
    case repeated(times: Int, insteadOf: Int, from: Flicks, to: Flicks, shift: Flicks)
    /// There is nothing to compare it with, or timing does not count.
    case none
  }

  /// Nil for an inserted run.
  public let first: FrameRun?
  /// Nil for a dropped run.
  public let second: FrameRun?
  /// What became of the pictures.
  public let content: Content
  /// What became of the time.
  public let timing: Timing

  /// Whether nothing differs that counts.
  public var isSame: Bool {
    switch content {
    case .same, .tolerated: timing == .same || timing == .none
    case .changed, .inserted, .dropped: false
    }
  }
}
