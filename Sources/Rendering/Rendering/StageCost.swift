import Files

/// What one stage of a render took.
public struct StageCost: Hashable, Sendable {
  /// Which one.
  public let stage: RenderStage
  /// Seconds, summed over the threads that worked on it.
  public let seconds: Double
  /// The most memory that the process had ever held, in bytes, when the stage was last left.
  public let peakBytes: Int
}
