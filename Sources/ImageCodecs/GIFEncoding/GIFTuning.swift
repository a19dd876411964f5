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
  /// The variance of luma at which that boost has sunk to a quarter.
  package var smoothVariance: Float
  /// How much what stood for a moved pixel before counts beside its true colour.
  package var steadiness: Float
  /// Pixels added to a string's length when its bits and error are shared out among them: the more,
  /// the shorter and truer the strings.
  package var lengthBias: Float
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
    let steps:
      [(
        quality: Int, bitsPerError: Float, tolerance: Float, diffusion: Float, steadiness: Float,
        lengthBias: Float
      )] = [
        (1, 0.001, 3000, 0.5, 1, 0), (20, 0.005, 1500, 0.5, 1, 0), (40, 0.018, 700, 0.55, 0.9, 0.1),
        (60, 0.045, 350, 0.6, 0.58, 0.15), (80, 0.1, 240, 0.64, 0.33, 0.6),
        (90, 0.2, 180, 0.7, 0.33, 0.6), (95, 0.4, 120, 0.75, 0.33, 0.6),
        (100, 2, 40, 0.75, 0.3, 0.6),
      ]
    var (low, high) = (steps[0], steps[0])
    for step in steps {
      high = step
      if step.quality >= quality { break }
      low = step
    }
    let span = Float(max(1, high.quality - low.quality))
    let part = Float(quality - low.quality) / span
    func between(_ a: Float, _ b: Float) -> Float { a + (b - a) * part }
    bitsPerError = between(low.bitsPerError, high.bitsPerError)
    tolerance = between(low.tolerance, high.tolerance)
    diffusion = between(low.diffusion, high.diffusion)
    if let dither { diffusion = Float(dither) / 100 }
    smoothBoost = 3
    smoothVariance = 20
    steadiness = between(low.steadiness, high.steadiness)
    lengthBias = between(low.lengthBias, high.lengthBias)
    candidates = [1, 6, 8, 12, 16, 16, 20, 24, 32][effort - 1]
    refinements = [1, 2, 3, 5, 8, 10, 12, 16, 24][effort - 1]
    segmentLength = [12, 6, 3, 1, 1, 1, 1, 1, 1][effort - 1]
    passes = [1, 1, 1, 1, 1, 1, 2, 2, 3][effort - 1]
    isFast = effort == 1
  }
}
