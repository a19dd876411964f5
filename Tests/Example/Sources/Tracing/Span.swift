/// A piece of work and how long it took.
public struct Span {
  private let name: String
  private let start = ContinuousClock.now

  /// Begins now.
  public init(_ name: String) { self.name = name }

  /// The name and the time until now.
  public var report: String { "\(name): \(ContinuousClock.now - start)" }
}
