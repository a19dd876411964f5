/// What became of one layer over neighbouring frames.
public struct LayerChange: Hashable, Sendable {
  /// The kind of change; distances in device pixels, the smallest and the largest of the frames.
  public enum Kind: Hashable, Sendable {
    /// Right and down are positive.
    case moved(right: ClosedRange<Double>, down: ClosedRange<Double>)
    /// Wider and taller are positive.
    case resized(wider: ClosedRange<Double>, taller: ClosedRange<Double>)
    /// The same rectangle with another look.
    case repainted
    /// Only the second animation paints it.
    case appeared
    /// Only the first animation paints it.
    case vanished
  }

  /// The scene's word for the layer.
  public let layer: String
  /// Indices of the first animation, from 0.
  public let frames: ClosedRange<Int>
  /// The scroll offset at the first of the frames, points.
  public let firstOffset: Double
  /// The scroll offset at the last of the frames, points.
  public let lastOffset: Double
  /// The kind of change.
  public let kind: Kind
}
