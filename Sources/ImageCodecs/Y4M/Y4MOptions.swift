/// How pixels and times become a Y4M stream (YUV4MPEG2).
public struct Y4MOptions: Hashable, Sendable {
  /// How the planes are sampled.
  public enum Chroma: Hashable, Sendable, CaseIterable {
    /// Colour for every pixel: `C444`.
    case full
    /// Colour for blocks of 2 x 2 pixels, sited at their centres: `C420jpeg`.
    case quarter
  }

  /// One frame's time; its inverse is the stream's rate. More than 0, both terms up to 10^9.
  public let frameInterval: FrameDuration
  /// Standard: full, so that text keeps its colours.
  public let chroma: Chroma
  /// How colours are weighed.
  public let matrix: YCbCrMatrix
  /// Whether luma takes 16 ... 235 and chroma 16 ... 240, or both 0 ... 255.
  public let range: YCbCrRange

  /// Standard: BT.601 of limited range, which programs assume of a stream that says nothing else.
  ///
  /// Throws `.invalidOption` for an interval of 0 or one whose terms exceed 1,000,000,000.
  public init(
    frameInterval: FrameDuration, chroma: Chroma = .full, matrix: YCbCrMatrix = .bt601,
    range: YCbCrRange = .limited
  ) throws(CodecError) {
    guard (1...1_000_000_000).contains(frameInterval.numerator) else {
      throw CodecError(
        kind: .invalidOption, message: "a frame interval of \(frameInterval.seconds) s",
        hint: "give a rate above 0 whose terms do not exceed 1,000,000,000")
    }
    self.frameInterval = frameInterval
    self.chroma = chroma
    self.matrix = matrix
    self.range = range
  }
}
