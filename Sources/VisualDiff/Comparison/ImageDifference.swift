public import Numerics

/// What a comparison of two pictures found.
public struct ImageDifference: Hashable, Sendable {
  /// The first picture's size.
  public let firstSize: PixelSize
  /// The second picture's size.
  public let secondSize: PixelSize
  /// Pixels that differ, those that only one picture has among them.
  public let differentPixels: Int
  /// Pixels whose difference passed as anti-aliasing.
  public let antialiasedPixels: Int
  /// Pixels that masks left out.
  public let ignoredPixels: Int
  /// The smallest rectangle around the pixels that differ; nil without any.
  public let bounds: PixelRect?
  /// The strongest difference of a pixel both pictures have, in the metric's own unit; 0 when
  /// none differs.
  public let strongest: Double

  /// The smallest canvas that holds both pictures, top left corners together.
  public var canvas: PixelSize { unionCanvas(firstSize, secondSize) }
  /// Pixels that were compared: those of the canvas that no mask left out.
  public var comparedPixels: Int { canvas.area - ignoredPixels }
  /// Different pixels as a part of those compared, 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }
  /// Whether the sizes differ, which no tolerance excuses.
  public var sizesDiffer: Bool { firstSize != secondSize }
}

/// The smallest size that holds both.
func unionCanvas(_ first: PixelSize, _ second: PixelSize) -> PixelSize {
  PixelSize(
    width: max(first.width, second.width), height: max(first.height, second.height)) ?? first
}
