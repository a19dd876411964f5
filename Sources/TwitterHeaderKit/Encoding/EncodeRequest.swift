/// Frames that a user already has, to be encoded.
public struct EncodeRequest: Sendable {
  /// Picture files in order, one folder of them, one animation, or `-` for Y4M on standard input.
  public var inputs: [String] = []
  /// Frames a second; nil: the animation's own times, 30 for pictures.
  public var framesPerSecond: Fraction?
  /// What the inputs may cost.
  public var limits = RenderLimits()
  /// How a GIF is packed.
  public var gif = GIFOptions()
  /// The most bytes that a GIF may have: the quality, at most that of `gif`, is lowered until it fits.
  /// Nil: as large as it becomes.
  public var maxBytes: Int?
  /// Whether GIFs are compared with their true frames, see `GIFReport`.
  public var measuresGIF = false
  /// Compression of PNG data, 0...9; nil: the standard level.
  public var pngLevel: Int?

  /// No frames yet.
  public init() {}
}
