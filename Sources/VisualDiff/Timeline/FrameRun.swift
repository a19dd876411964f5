/// Neighbouring frames that show the same, as one.
public struct FrameRun: Hashable, Sendable {
  /// Indices in the file, from 0.
  public let frames: ClosedRange<Int>
  /// What they show.
  public let hash: PixelHash
  /// When the first appears.
  public let start: Flicks
  /// How long they stay together.
  public let duration: Flicks
}
