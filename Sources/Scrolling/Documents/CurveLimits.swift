/// What a curve document may hold. Numbers beyond these are refused before anything is rendered.
public struct CurveLimits: Hashable, Sendable {
  /// Samples or keyframes in one curve.
  public var entries = 1_000_000
  /// The option that raises `entries`, for the message of a refusal; nil when there is none.
  public var entriesOption: String?
  /// Gestures in one curve; each may take as long as a bounce is worked out.
  public var gestures = 10_000

  /// The limits of the command line.
  public init() {}

  /// A day, in seconds.
  public static let longestTime = 86_400.0
  /// Seconds either way of a log's clock, before its first time is taken for 0.
  public static let latestLogTime = 1e12
  /// Points either way.
  public static let farthestOffset = 1_000_000.0
  /// Points a second either way.
  public static let fastestVelocity = 1_000_000.0
  /// Frames a second.
  public static let frameRates = 0.1...240.0
}
