/// How a scroll view shows less of what the finger wants past an edge.
public struct RubberBand: Hashable, Sendable {
  /// c: the part of the finger's way that is shown right at the edge.
  public let constant: Double
  /// d: the height of the scroll view in points, which no overscroll reaches.
  public let dimension: Double

  /// Both are positive.
  public init(constant: Double, dimension: Double) {
    self.constant = constant
    self.dimension = dimension
  }

  /// The overscroll shown for a wanted one, both 0..., in points:
  /// (1 - 1 / (x c / d + 1)) d, written so that small x lose no digits.
  public func shown(wanted: Double) -> Double {
    wanted * constant * dimension / (wanted * constant + dimension)
  }

  /// The inverse: the wanted overscroll that is shown as `shown`. A spring can throw the content
  /// farther than any finger pulls it; there the band counts as pulled to 1023/1024 of its length.
  public func wanted(shown: Double) -> Double {
    let reachable = min(shown, dimension * 1023 / 1024)
    return reachable * dimension / (constant * (dimension - reachable))
  }
}
