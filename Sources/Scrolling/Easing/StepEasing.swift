/// The timing function `steps(n, position)` of CSS Easing Level 2.
public struct StepEasing: Hashable, Sendable {
  /// Where the jumps are.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case jumpStart = "jump-start"
    case jumpEnd = "jump-end"
    case jumpNone = "jump-none"
    case jumpBoth = "jump-both"
    case start
    case end
  }

  /// Steps on the way, 1...
  public let count: Int
  /// Where the jumps are.
  public let position: Position

  /// nil when there are too few steps (`jump-none` needs 2, all others 1) or over a million.
  public init?(count: Int, position: Position) {
    guard ((position == .jumpNone ? 2 : 1)...1_000_000).contains(count) else { return nil }
    self.count = count
    self.position = position
  }

  /// `steps(1, start)`
  static let start = StepEasing(unchecked: .jumpStart)
  /// `steps(1, end)`
  static let end = StepEasing(unchecked: .jumpEnd)

  private init(unchecked position: Position) {
    count = 1
    self.position = position
  }

  /// Progress out for progress in; below 0 and above 1 it goes on as CSS says.
  public func value(at progress: Double) -> Double {
    var step = (progress * Double(count)).rounded(.down)
    if position == .jumpStart || position == .jumpBoth || position == .start { step += 1 }
    let jumps: Double =
      switch position {
      case .jumpStart, .start, .jumpEnd, .end: Double(count)
      case .jumpNone: Double(count - 1)
      case .jumpBoth: Double(count + 1)
      }
    if progress >= 0, step < 0 { step = 0 }
    if progress <= 1, step > jumps { step = jumps }
    return step / jumps
  }
}
