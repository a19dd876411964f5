/// What quality and effort mean in numbers.
package struct GIFTuning: Hashable, Sendable {
  /// Bits that one unit of weighted squared error (see `Tone`) is worth.
  package var bitsPerError: Float
  /// The weighted squared error that no pixel may exceed, but the nearest colour always may.
  package var tolerance: Float
  /// The part of a pixel's error that its neighbours receive, 0...1.
  package var diffusion: Float
  /// How much local variance of luma lowers the weight of an error.
  package var masking: Float
  /// How much the weight is raised where there is next to no variance.
  package var flatBoost: Float
  /// The palette entries looked at for one pixel.
  package var candidates: Int
  /// Frames that share a palette.
  package var segmentLength: Int
  /// Rounds of refinement of a palette.
  package var refinements: Int

  package init(quality: Int, effort: Int) {
    bitsPerError = 0.1
    tolerance = 60
    diffusion = 0.5
    masking = 0
    flatBoost = 1
    candidates = 16
    segmentLength = 12
    refinements = 4
  }
}
