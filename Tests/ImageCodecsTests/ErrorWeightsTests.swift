import Foundation
import Testing

@testable import GIF

/// The weights of errors in luma and color.
struct ErrorWeightsTests {
  private static let tuning: GIFTuning = {
    var tuning = GIFTuning(quality: 80, effort: 5)
    tuning.smoothBoost = 7
    tuning.chromaBoost = 3
    return tuning
  }()

  private static func weights(_ variance: Float) -> ErrorWeights {
    ErrorWeights(variance: variance, tuning: tuning)
  }

  /// Both boosts are at their maximum in smooth areas and vanish in busy ones. There, luma errors
  /// are masked, and color errors count twice.
  @Test func detailMasksErrors() {
    #expect(Self.weights(0).luma == 1 + 7)
    #expect(Self.weights(0).chroma == 2 + 3)
    #expect(abs(Self.weights(1e7).luma - 1) < 1e-4)
    #expect(abs(Self.weights(1e7).chroma - 2) < 1e-4)
  }

  /// Both weights decrease with variance: luma's faster in smooth areas, color's faster in busy
  /// ones.
  @Test func lumaDetailMasksLumaErrorsFirst() {
    let all = (0...24).map { Self.weights(pow(1.5, Float($0)) - 1) }
    for (smooth, busy) in zip(all, all.dropFirst()) {
      #expect(busy.luma < smooth.luma)
      #expect(busy.chroma < smooth.chroma)
    }
    #expect(all[0].luma > all[0].chroma)
    #expect(all[24].chroma > all[24].luma)
  }

  /// At a variance of 42, luma's boost is a quarter; at 4, color's boost is half.
  @Test func boostsDecreaseWithVariance() {
    let (quarter, half) = (Self.weights(42), Self.weights(4))
    #expect(abs(quarter.luma - (1 + 7 / 4)) < 1e-5)
    #expect(abs(half.chroma - (2 + 3 / 2)) < 1e-5)
  }

  /// Errors of single colors and of four at a time are equal for each axis.
  @Test func errorsAreWeightedSquares() {
    let weights = ErrorWeights(variance: 0, tuning: Self.tuning)
    let origin = XYBColor.zero
    var four = FourColors.none
    four[0] = XYBColor(y: 3, b: 0, x: 0)
    four[1] = XYBColor(y: 0, b: -2, x: 0)
    four[2] = XYBColor(y: 0, b: 0, x: 1)
    four[3] = XYBColor(y: 1, b: 2, x: 3)
    let errors = four.errors(from: origin.vector, weights)
    #expect(errors == SIMD4(72, 20, 5, 73))
    for lane in 0..<4 {
      #expect(four[lane].vector.error(from: origin.vector, weights) == errors[lane])
    }
  }

  @Test func factorsScaleBothWeights() {
    var weights = ErrorWeights(variance: 0, tuning: Self.tuning)
    weights *= 1.5
    #expect(weights.luma == 12)
    #expect(weights.chroma == 7.5)
  }
}
