package import CodecInterface
import Files
import ImageCodecs

/// What a request may cost; each refusal names the flag that raises its limit.
public struct RenderLimits: Hashable, Sendable {
  /// Bytes of an input file.
  public var inputBytes = 64 << 20
  /// Pixels of a decoded picture.
  public var pixels = 64_000_000
  /// Frames of an animation.
  public var frames = 3000
  /// Device pixels of a frame.
  public var canvasPixels = 32_000_000
  /// Entries of a scroll curve.
  public var samples = 1_000_000

  /// The limits of the command line.
  public init() {}

  package var decoding: DecodeLimits {
    DecodeLimits(maxInputBytes: inputBytes, maxPixels: pixels, maxFrames: frames)
  }
}
