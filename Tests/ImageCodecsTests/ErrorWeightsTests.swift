import Foundation
import Testing

@testable import GIF

/// How much errors of luma and of color count.
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

  /// All of both boosts where nothing hides an error, none of them where everything does; there errors of
  /// luma hide behind luma, and those of color count twice as much.
  @Test func smoothPlacesShowErrorsBusyOnesHideThem() {
    #expect(Self.weights(0).luma == 1 + 7)
    #expect(Self.weights(0).chroma == 2 + 3)
    #expect(abs(Self.weights(1e7).luma - 1) < 1e-4)
    #expect(abs(Self.weights(1e7).chroma - 2) < 1e-4)
  }

  /// The busier, the less either counts: luma first in smooth places, color in busy ones.
  @Test func busyLumaHidesLumaBeforeColor() {
    let all = (0...24).map { Self.weights(pow(1.5, Float($0)) - 1) }
    for (smooth, busy) in zip(all, all.dropFirst()) {
      #expect(busy.luma < smooth.luma)
      #expect(busy.chroma < smooth.chroma)
    }
    #expect(all[0].luma > all[0].chroma)
    #expect(all[24].chroma > all[24].luma)
  }

  /// A quarter of luma's boost is left at a variance of 42, half of that of color at 4.
  @Test func theBoostsSinkWithVariance() {
    let (quarter, half) = (Self.weights(42), Self.weights(4))
    #expect(abs(quarter.luma - (1 + 7 / 4)) < 1e-5)
    #expect(abs(half.chroma - (2 + 3 / 2)) < 1e-5)
  }

  /// One color and four at a time have the same error, an axis at a time.
  @Test func errorsAreSquaresTimesTheWeights() {
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
