public import Raster

/// One frame of an animation as it is seen, and for how long.
public struct AnimationFrame: Hashable, Sendable {
  /// All of the canvas.
  public let pixmap: Pixmap
  /// As the file says; may be 0, which viewers show for a time of their own choice.
  public let duration: FrameDuration

  /// Takes both as they are.
  public init(pixmap: Pixmap, duration: FrameDuration) {
    self.pixmap = pixmap
    self.duration = duration
  }
}
