/// The weights of a pixel's squared errors in luma and in color differences (`XYBColor`).
///
/// Busy luma masks its own errors but hardly those of color, and errors in smooth areas are the
/// most visible. This follows the gradient of SSIMULACRA 2 with respect to the errors of encoded
/// frames. With these weights and all settings tuned accordingly, two clips of a scrolled header
/// need 1 to 4 % fewer bytes at an equal score than with a common weight for luma and color.
struct ErrorWeights {
  /// Weights of 1.
  static let uniform = ErrorWeights(luma: 1, chroma: 1)

  /// The variance of luma at which `GIFTuning.smoothBoost` falls to a quarter.
  private static let smoothVariance: Float = 42
  /// The variance of luma at which `GIFTuning.chromaBoost` falls to half.
  private static let smoothChromaVariance: Float = 4
  /// The weight of color differences in busy areas.
  private static let busyChroma: Float = 2
  /// The increase of the requested weight for a loss of structure of 1.
  private static let lossSlope: Float = 2674
  /// The maximum factor by which a loss of structure changes the weight of luma.
  private static let maximumLossFactor: Float = 1.8

  private(set) var luma: Float
  private(set) var chroma: Float

  private init(luma: Float, chroma: Float) { (self.luma, self.chroma) = (luma, chroma) }

  /// Computes the weights of a pixel from the local variance of luma.
  init(variance: Float, tuning: GIFTuning) {
    let busyness = 1 + variance / Self.smoothVariance
    luma = 1 + tuning.smoothBoost / (busyness * busyness)
    chroma = Self.busyChroma + tuning.chromaBoost / (1 + variance / Self.smoothChromaVariance)
  }

  /// Moves the weight of luma toward the weight requested by the local loss of structure
  /// (`StructureLoss`).
  @inline(__always)
  mutating func adapt(to loss: Float, tuning: GIFTuning) {
    let wanted = tuning.structureWeight * (1 + Self.lossSlope * loss)
    luma *= (luma + Self.maximumLossFactor * wanted) / (Self.maximumLossFactor * luma + wanted)
  }

  static func *= (weights: inout ErrorWeights, factor: Float) {
    weights.luma *= factor
    weights.chroma *= factor
  }
}

extension SIMD4<Float> {
  /// Returns the weighted squared distance of two `XYBColor.vector`s.
  func error(from other: SIMD4<Float>, _ weights: ErrorWeights) -> Float {
    let squares = squares(from: other)
    return squares[0] * weights.luma + (squares[1] + squares[2]) * weights.chroma
  }
}

extension FourColors {
  /// Returns the weighted squared distances to an `XYBColor.vector`.
  func errors(from color: SIMD4<Float>, _ weights: ErrorWeights) -> SIMD4<Float> {
    let squares = squares(from: color)
    return squares.y * inAllLanes(weights.luma) + (squares.b + squares.x)
      * inAllLanes(weights.chroma)
  }
}
