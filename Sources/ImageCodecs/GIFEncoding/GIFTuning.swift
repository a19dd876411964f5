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
    let (low, high) = Self.steps(around: quality)
    let span = Float(max(1, high.quality - low.quality))
    let part = Float(quality - low.quality) / span
    func between(_ value: KeyPath<Step, Float>) -> Float {
      low[keyPath: value] + (high[keyPath: value] - low[keyPath: value]) * part
    }
    bitsPerError = between(\.bitsPerError)
    tolerance = between(\.tolerance)
    diffusion = dither.map { Float($0) / 100 } ?? between(\.diffusion)
    smoothBoost = between(\.smoothBoost)
    steadiness = between(\.steadiness)
    candidates = [1, 6, 8, 12, 16, 16, 20, 24, 32][effort - 1]
    refinements = [1, 2, 3, 5, 8, 10, 12, 16, 24][effort - 1]
    segmentLength = [12, 6, 3, 1, 1, 1, 1, 1, 1][effort - 1]
    passes = [1, 1, 1, 1, 1, 1, 2, 2, 3][effort - 1]
    isFast = effort == 1
  }

  /// The same for a picture that stands for `centiseconds`: whoever looks at it for longer sees
  /// more of its errors.
  ///
  /// An error counts with the square root of the time beyond 4/100 s, four times at most.
  func standing(for centiseconds: Int) -> GIFTuning {
    let regard = min(4, max(1, Float(centiseconds) / 4).squareRoot())
    var tuning = self
    tuning.bitsPerError *= regard
    tuning.tolerance /= regard.squareRoot()
    return tuning
  }

  /// What one quality means; between two the numbers run straight.
  private struct Step {
    var quality: Int
    var bitsPerError: Float
    var tolerance: Float
    var diffusion: Float
    var smoothBoost: Float
    var steadiness: Float
  }

  private static let steps = [
    Step(
      quality: 1, bitsPerError: 0.0002, tolerance: 4000, diffusion: 0.5, smoothBoost: 4.5,
      steadiness: 1),
    Step(
      quality: 20, bitsPerError: 0.003, tolerance: 1500, diffusion: 0.5, smoothBoost: 4.5,
      steadiness: 1),
    Step(
      quality: 40, bitsPerError: 0.0085, tolerance: 700, diffusion: 0.65, smoothBoost: 4.5,
      steadiness: 1.1),
    Step(
      quality: 68, bitsPerError: 0.0165, tolerance: 350, diffusion: 0.75, smoothBoost: 8,
      steadiness: 0.8),
    Step(
      quality: 80, bitsPerError: 0.056, tolerance: 240, diffusion: 0.65, smoothBoost: 4.5,
      steadiness: 0.28),
    Step(
      quality: 90, bitsPerError: 0.13, tolerance: 180, diffusion: 0.7, smoothBoost: 4.5,
      steadiness: 0.28),
    Step(
      quality: 95, bitsPerError: 0.3, tolerance: 120, diffusion: 0.75, smoothBoost: 4.5,
      steadiness: 0.28),
    Step(
      quality: 100, bitsPerError: 2, tolerance: 40, diffusion: 0.75, smoothBoost: 4.5,
      steadiness: 0.28),
  ]

  private static func steps(around quality: Int) -> (low: Step, high: Step) {
    let above = steps.firstIndex { $0.quality >= quality } ?? steps.count - 1
    return (steps[max(0, above - 1)], steps[above])
  }
}
