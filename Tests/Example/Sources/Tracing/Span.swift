/// Measures the duration of a task.
public struct Span {
  private let name: String
  private let start = ContinuousClock.now

  /// Starts the measurement.
  public init(_ name: String) { self.name = name }

  /// The name and the elapsed time.
  public var report: String { "\(name): \(ContinuousClock.now - start)" }
}
