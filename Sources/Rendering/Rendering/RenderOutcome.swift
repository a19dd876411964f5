public import Files

/// What came of a render.
public struct RenderOutcome: Hashable, Sendable {
  /// One output, complete.
  public struct Output: Hashable, Sendable {
    /// As asked for.
    public let path: String
    /// What was written.
    public let form: OutputForm
    /// 1, or the number of frames in a folder.
    public let files: Int
    /// In all files.
    public let bytes: Int
    /// Of a GIF whose size was limited or that was measured.
    public var gif: GIFReport?
  }

  /// Frames shown, equal neighbours counted apart.
  public var frames: Int
  /// Frames painted.
  public var paintedFrames: Int
  /// Device pixels.
  public var width: Int
  /// Device pixels.
  public var height: Int
  /// Seconds.
  public var duration: Double
  /// In the order of the targets.
  public var outputs: [Output]
  /// What a user should know: fonts that are missing.
  public var warnings: [String]
  /// What was spent.
  public var cost: RenderCost
}
