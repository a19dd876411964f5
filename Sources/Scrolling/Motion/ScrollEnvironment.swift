/// What a curve's gestures are played in: the scroll view of one scene on one screen.
public struct ScrollEnvironment: Hashable, Sendable {
  /// The height of the scroll view in points, at least 1: the rubber band's dimension.
  public let viewportHeight: Double
  /// The offset from rest, in points, at which the content's end is reached; 0 when it fits.
  public let largestOffset: Double
  /// Device pixels a point, 1...
  public let scale: Int

  /// Values below the least allowed are raised to it.
  public init(viewportHeight: Double, largestOffset: Double, scale: Int) {
    self.viewportHeight = max(1, viewportHeight)
    self.largestOffset = max(0, largestOffset)
    self.scale = max(1, scale)
  }

  /// One device pixel in points.
  public var pixel: Double { 1 / Double(scale) }

  /// The nearest multiple of one device pixel, halves away from zero; never a negative zero.
  public func snapped(_ offset: Double) -> Double {
    (offset * Double(scale)).rounded(.toNearestOrAwayFromZero) / Double(scale) + 0
  }
}
