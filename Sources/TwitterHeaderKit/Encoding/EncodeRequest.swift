/// Frames that a user already has, to be encoded.
public struct EncodeRequest: Sendable {
  /// Picture files in order, one folder of them, one animation, or `-` for Y4M on standard input.
  public var inputs: [String] = []
  /// Frames a second; nil: the animation's own times, 30 for pictures.
  public var framesPerSecond: Fraction?
  public var limits = RenderLimits()
  public var gif = GIFOptions()
  public var pngLevel: Int?

  /// No frames yet.
  public init() {}
}
