public import PortableMath

/// The result of comparing two pictures.
public struct ImageDifference: Hashable, Sendable {
  /// The first picture's size.
  public let firstSize: PixelSize
  /// The second picture's size.
  public let secondSize: PixelSize
  /// Pixels that differ, including those that only one picture has.
  public let differentPixels: Int
  /// Pixels whose difference counts as anti-aliasing.
  public let antialiasedPixels: Int
  /// Pixels that masks leave out.
  public let ignoredPixels: Int
  /// The smallest rectangle around the pixels that differ; nil without any.
  public let bounds: PixelRect?
  /// The strongest difference of a pixel both pictures have, in the metric's own unit; 0 when
  /// none differs.
  public let strongest: Double

  /// The smallest canvas that holds both pictures, top left corners together.
  public var canvas: PixelSize { unionCanvas(firstSize, secondSize) }
  /// Pixels that were compared: the canvas less what masks leave out.
  public var comparedPixels: Int { canvas.area - ignoredPixels }
  /// Different pixels as a part of those compared, 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }
  /// Whether the sizes differ; no tolerance allows that.
  public var sizesDiffer: Bool { firstSize != secondSize }
}

func unionCanvas(_ first: PixelSize, _ second: PixelSize) -> PixelSize {
  PixelSize(
    width: max(first.width, second.width), height: max(first.height, second.height)) ?? first
}

/// The largest difference that still passes.
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
