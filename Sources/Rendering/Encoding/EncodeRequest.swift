import Files
public import GIF
import ImageCodecs
public import Numerics
public import Raster

/// Frames that a user already has, to be encoded.
public struct EncodeRequest: Sendable {
  /// Picture files in order, one folder of them, one animation, or `-` for Y4M on standard input.
  public var inputs: [String] = []
  /// Frames a second; nil: the animation's own times, 30 for pictures.
  public var framesPerSecond: RationalTime?
  /// The frames that are kept, counted from 0; nil: all.
  public var frames: ClosedRange<Int>?
  /// How many times as fast the frames follow each other, positive; none is left out.
  public var speed: RationalTime = 1
  /// Seconds that the first frame is shown longer, 0...
  public var holdFirst: RationalTime = 0
  /// Seconds that the last frame is shown longer, 0...
  public var holdLast: RationalTime = 0
  /// Whether the frames between the ends are shown once more backwards.
  public var boomerang = false
  /// What lies beneath transparent pixels; nil: they stay transparent where a form can say so. In a
  /// GIF pixels of less than half opacity are then clear and all others opaque.
  public var background: Color?
  /// What the inputs may cost.
  public var limits = RenderLimits()
  /// How a GIF is packed.
  public var gif = GIFOptions()
  /// The most bytes that a GIF may have: the quality, at most that of `gif`, is lowered until it fits.
  /// Nil: as large as it becomes.
  public var maxBytes: Int?
  /// What may give way beside quality where `maxBytes` is small.
  public var yields: Set<GIFYield> = []
  /// Whether GIFs are compared with their true frames, see `GIFReport`.
  public var measuresGIF = false
  /// Compression of PNG data, 0...9; nil: the standard level.
  public var pngLevel: Int?

  /// No frames yet.
  public init() {}
}
