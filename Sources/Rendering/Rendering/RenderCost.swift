import Files

/// What a render took.
public struct RenderCost: Hashable, Sendable {
  /// Seconds from begin to end.
  public let seconds: Double
  /// The most memory that the process held, in bytes.
  public let peakBytes: Int
  /// Each stage, in the order of the data's way.
  public let stages: [StageCost]

  package init(_ clock: StageClock) {
    seconds = clock.seconds
    peakBytes = StageClock.peakBytes
    stages = clock.costs
  }
}
