/// How much difference is still "same".
public struct ComparisonTolerance: Hashable, Sendable {
  /// Different pixels a picture or frame may have; nil sets no limit of its own.
  public var differentPixels: Int?
  /// Different pixels as a part of those compared, 0...1; nil sets no limit of its own.
  public var differentRatio: Double?

  /// Without a limit no pixel may differ; where both are given, both must hold.
  public init(differentPixels: Int? = nil, differentRatio: Double? = nil) {
    self.differentPixels = differentPixels
    self.differentRatio = differentRatio
  }

  /// Whether the difference passes; different sizes never do.
  public func allows(_ difference: ImageDifference) -> Bool {
    if difference.sizesDiffer { return false }
    if differentPixels == nil, differentRatio == nil { return difference.differentPixels == 0 }
    if let differentPixels, difference.differentPixels > differentPixels { return false }
    if let differentRatio, difference.differentRatio > differentRatio { return false }
    return true
  }
}
