/// One number of a style: what it is called, what it means, what it may be and where it is from.
public struct StyleConstant: Hashable, Sendable {
  /// The name it is set by.
  public var key: ConstantKey
  /// What it is counted in.
  public var unit: Unit
  /// The style's own value; nil if it follows from the screen or from other constants until it is
  /// set, as `meaning` then says.
  public var `default`: Double?
  /// The values it may be set to.
  public var allowed: ClosedRange<Double>
  /// One line for a user.
  public var meaning: String
  /// Where the default is from.
  public var source: Source

  /// What a constant is counted in.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case points
    /// A whole number of things.
    case count
    /// A plain factor.
    case factor
    /// Units of a font's own grid.
    case fontUnits
  }

  /// Where a default is from.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// Written in the project's code or storyboard.
    case project
    /// Written in the article or the read-me that describes the project.
    case text
    /// Measured on the project's own recording or still.
    case measured
    /// The system's metrics.
    case system
  }

  init(
    _ key: ConstantKey, _ value: Double?, _ unit: Unit = .points,
    in allowed: ClosedRange<Double> = 0...10_000, _ source: Source, _ meaning: String
  ) {
    self.key = key
    self.unit = unit
    self.default = value
    self.allowed = allowed
    self.meaning = meaning
    self.source = source
  }
}
