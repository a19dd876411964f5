public import Raster

/// A way to compare two pictures: metric and masks.
public struct ImageComparison: Hashable, Sendable {
  /// What decides whether two pixels differ.
  public var metric: ComparisonMetric
  /// What is left out.
  public var masks: [MaskRegion]

  /// Decoded pixels, none left out, unless told otherwise.
  public init(metric: ComparisonMetric = .exact, masks: [MaskRegion] = []) {
    self.metric = metric
    self.masks = masks
  }

  /// What differs between two pictures shown at `time`. Pictures of different sizes are compared
  /// where both have pixels; what only one has counts as different.
  public func difference(
    _ first: Pixmap, _ second: Pixmap, at time: Flicks = .zero
  ) -> ImageDifference {
    measure(Side(first), Side(second), at: time, drawsMap: false).difference
  }

  /// The same of pictures whose colours are not premultiplied.
  public func difference(
    _ first: StraightPicture, _ second: StraightPicture, at time: Flicks = .zero
  ) -> ImageDifference {
    measure(Side(first), Side(second), at: time, drawsMap: false).difference
  }

  /// What became of each pixel; costs a byte a pixel on top of the comparison.
  public func map(_ first: Pixmap, _ second: Pixmap, at time: Flicks = .zero) -> DifferenceMap {
    measure(Side(first), Side(second), at: time, drawsMap: true).map
  }

  /// The same of pictures whose colours are not premultiplied.
  public func map(
    _ first: StraightPicture, _ second: StraightPicture, at time: Flicks = .zero
  ) -> DifferenceMap {
    measure(Side(first), Side(second), at: time, drawsMap: true).map
  }
}
