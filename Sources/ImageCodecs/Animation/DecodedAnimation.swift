public import Numerics

/// All frames of an animation, in memory at once.
public struct DecodedAnimation: Hashable, Sendable {
  /// The form that was recognised.
  public let kind: ImageKind
  /// Of the canvas, and so of every frame.
  public let size: PixelSize
  /// At least one.
  public let frames: [AnimationFrame]
  /// 0 for ever; nil if the file says nothing.
  public let loopCount: Int?

  /// Takes all as they are.
  public init(kind: ImageKind, size: PixelSize, frames: [AnimationFrame], loopCount: Int?) {
    self.kind = kind
    self.size = size
    self.frames = frames
    self.loopCount = loopCount
  }

  /// How long one run through the frames takes.
  public var duration: FrameDuration { frames.reduce(.zero) { $0 + $1.duration } }
}
