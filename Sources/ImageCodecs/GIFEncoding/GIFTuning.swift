/// What quality and effort mean in numbers.
///
/// Measured with SSIMULACRA 2 on two clips of a profile header that is scrolled.
package struct GIFTuning: Hashable, Sendable {
  /// Bits that one unit of weighted squared error (see `Tone`) is worth.
  package var bitsPerError: Float
  /// The weighted squared error that no pixel may exceed, but the nearest colour always may.
  package var tolerance: Float
  /// The part of a pixel's error that its neighbours receive, 0...1.
  package var diffusion: Float
  /// How many times an error in a wholly smooth place counts more, less one.
  package var smoothBoost: Float
  /// How much what stood for a moved pixel before counts beside its true colour.
  package var steadiness: Float
  /// The palette entries looked at for one pixel.
  package var candidates: Int
  /// Frames that share a palette.
  package var segmentLength: Int
  /// Rounds of refinement of a palette.
  package var refinements: Int
  /// Searches of a frame, each with the table refined by the one before.
  package var passes: Int
  /// Whether each pixel takes the nearest colour and strings are matched greedily.
  package var isFast: Bool

  /// `quality` is 1...100, `effort` 1...9, `dither` 0...100 or nil for what the quality needs.
  package init(quality: Int, effort: Int, dither: Int? = nil) {
    bitsPerError = Self.value(
      at: quality,
      [
        (1, 0.0002), (20, 0.003), (40, 0.0085), (68, 0.0165), (80, 0.056), (90, 0.13), (95, 0.3),
        (100, 2),
      ])
    tolerance = Self.value(
      at: quality,
      [
        (1, 4000), (20, 1500), (40, 700), (68, 350), (80, 240), (90, 180), (95, 120), (100, 40),
      ])
    diffusion =
      dither.map { Float($0) / 100 }
      ?? Self.value(
        at: quality, [(20, 0.5), (40, 0.65), (68, 0.75), (80, 0.65), (90, 0.7), (95, 0.75)])
    smoothBoost = Self.value(at: quality, [(40, 4.5), (68, 8), (80, 4.5)])
    steadiness = Self.value(at: quality, [(20, 1), (40, 1.1), (68, 0.8), (80, 0.28)])
    candidates = [1, 6, 8, 12, 16, 16, 20, 24, 32][effort - 1]
    refinements = [1, 2, 3, 5, 8, 10, 12, 16, 24][effort - 1]
    segmentLength = [12, 6, 3, 1, 1, 1, 1, 1, 1][effort - 1]
    passes = [1, 1, 1, 1, 1, 1, 2, 2, 3][effort - 1]
    isFast = effort == 1
  }

  /// The same for a picture that stands for `centiseconds`: whoever looks at it for longer sees
  /// more of its errors.
  ///
  /// An error counts more by the square root of the time over 4/100 s, at most four times.
  func standing(for centiseconds: Int) -> GIFTuning {
    let regard = min(4, max(1, Float(centiseconds) / 4).squareRoot())
    var tuning = self
    tuning.bitsPerError *= regard
    tuning.tolerance /= regard.squareRoot()
    return tuning
  }

  /// Runs straight between the points, and stays as it is before the first and after the last.
  private static func value(
    at quality: Int, _ points: [(quality: Int, value: Float)]
  ) -> Float {
    let above = points.firstIndex { $0.quality >= quality } ?? points.count - 1
    let (low, high) = (points[max(0, above - 1)], points[above])
    guard low.quality < quality, quality < high.quality else {
      return quality <= low.quality ? low.value : high.value
    }
    let part = Float(quality - low.quality) / Float(high.quality - low.quality)
    return low.value + (high.value - low.value) * part
  }
}
