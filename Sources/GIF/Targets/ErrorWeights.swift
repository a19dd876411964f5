/// How many times the squared error of a pixel counts: that of its luma, and those of its two differences
/// of colour (`XYBColor`).
///
/// Where luma is busy it masks its own errors, but hardly those of colour; where it is smooth its errors are
/// seen first. So says the gradient of SSIMULACRA 2 along the errors of encoded frames. With these weights,
/// and all settings fitted anew beside them, two clips of a scrolled header need 1 to 4 % fewer bytes at an equal
/// score than with one weight for luma and colour.
struct ErrorWeights {
  /// Every error counts once.
  static let even = ErrorWeights(luma: 1, chroma: 1)

  /// The variance of luma at which `GIFTuning.smoothBoost` has sunk to a quarter.
  private static let smoothVariance: Float = 42
  /// That at which half of `GIFTuning.chromaBoost` is left.
  private static let smoothChromaVariance: Float = 4
  /// The weight of differences of colour in busy places.
  private static let busyChroma: Float = 2
  /// How much more weight a loss of structure of 1 asks for than none.
  private static let lossSlope: Float = 2674
  /// How many times the weight of luma grows or shrinks at most for a loss.
  private static let mostForLoss: Float = 1.8

  private(set) var luma: Float
  private(set) var chroma: Float

  private init(luma: Float, chroma: Float) { (self.luma, self.chroma) = (luma, chroma) }

  /// Those of a pixel around which luma has `variance`.
  init(variance: Float, tuning: GIFTuning) {
    let busyness = 1 + variance / Self.smoothVariance
    luma = 1 + tuning.smoothBoost / (busyness * busyness)
    chroma = Self.busyChroma + tuning.chromaBoost / (1 + variance / Self.smoothChromaVariance)
  }

  /// Moves the weight of luma toward that which a loss of structure in this place (`StructureLoss`) asks for.
  @inline(__always)
  mutating func follow(_ loss: Float, tuning: GIFTuning) {
    let wanted = tuning.structureWeight * (1 + Self.lossSlope * loss)
    luma *= (luma + Self.mostForLoss * wanted) / (Self.mostForLoss * luma + wanted)
  }

  static func *= (weights: inout ErrorWeights, factor: Float) {
    weights.luma *= factor
    weights.chroma *= factor
  }
}

extension SIMD4<Float> {
  /// The weighted squared distance of two `XYBColor.vector`s.
  func error(from other: SIMD4<Float>, _ weights: ErrorWeights) -> Float {
    let squares = squares(from: other)
    return squares[0] * weights.luma + (squares[1] + squares[2]) * weights.chroma
  }
}

extension FourColors {
  /// The weighted squared distances to an `XYBColor.vector`.
  func errors(from color: SIMD4<Float>, _ weights: ErrorWeights) -> SIMD4<Float> {
    let squares = squares(from: color)
    return squares.y * inAllLanes(weights.luma) + (squares.b + squares.x)
      * inAllLanes(weights.chroma)
  }
}
