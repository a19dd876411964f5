/// How an animated PNG plays and how hard it is packed.
public struct APNGOptions: Hashable, Sendable {
  /// How often the animation plays, 0 for ever ... 2^31 - 1.
  public let loopCount: Int
  /// Of every frame's pixels.
  public let png: PNGOptions

  /// Plays for ever, packed like a standard PNG.
  public static let standard = APNGOptions(standardLoopCount: 0)

  /// Throws `.invalidOption` unless `loopCount` is 0 ... 2^31 - 1.
  public init(loopCount: Int = 0, png: PNGOptions = .standard) throws(CodecError) {
    guard (0..<1 << 31).contains(loopCount) else {
      throw CodecError(
        kind: .invalidOption, message: "a loop count of \(loopCount)",
        hint: "give 0 (for ever) ... 2147483647")
    }
    self.loopCount = loopCount
    self.png = png
  }

  private init(standardLoopCount: Int) {
    loopCount = standardLoopCount
    png = .standard
  }
}
