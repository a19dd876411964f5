public import HeaderModel

/// What a fit found.
public struct FitReport: Sendable {
  /// The recording's path.
  public var recording: String
  /// The header's name.
  public var header: String
  /// Seconds.
  public var duration: Double
  package var placement: ScreenPlacement
  /// In the recording's order.
  public var frames: [Frame]

  /// One frame of the recording.
  public struct Frame: Sendable {
    /// When it starts, in seconds.
    public var time: Double
    /// Points from rest.
    public var offset: Double
    /// The offset is within this many points of the truth, 95 times of 100; nil: the picture does
    /// not determine it.
    public var uncertainty: Double?
    /// The root of the mean squared difference to the header's picture, in levels.
    public var distance: Double
    /// The header's phase; nil: none.
    public var phase: String?
    /// What the header remembers.
    public var memory: [RememberedValue]
  }
}
