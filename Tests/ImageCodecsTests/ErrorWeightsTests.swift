import Testing

@testable import GIF

/// How much errors of luma and of colour count.
struct ErrorWeightsTests {
  private static let tuning: GIFTuning = {
    var tuning = GIFTuning(quality: 80, effort: 5)
    tuning.smoothBoost = 7
    tuning.chromaBoost = 3
    return tuning
  }()

  struct Row: Sendable {
    let variance: Float
    let luma: Float
    let chroma: Float
  }

  /// Where luma is busy it hides its own errors, and those of colour less: they then count twice as much.
  @Test(arguments: [
    Row(variance: 0, luma: 8, chroma: 5), Row(variance: 4, luma: 6.835539, chroma: 3.5),
    Row(variance: 42, luma: 2.75, chroma: 2.2608697), Row(variance: 1e7, luma: 1, chroma: 2),
  ])
  func smoothPlacesShowLumaFirst(row: Row) {
    let weights = ErrorWeights(variance: row.variance, tuning: Self.tuning)
    #expect(abs(weights.luma - row.luma) < 1e-4)
    #expect(abs(weights.chroma - row.chroma) < 1e-4)
  }

  /// One colour and four at a time have the same error, an axis at a time.
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
