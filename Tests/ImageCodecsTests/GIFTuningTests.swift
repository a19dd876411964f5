import Testing

@testable import GIF

/// The encoder settings derived from the quality.
struct GIFTuningTests {
  private static let grow: [any KeyPath<GIFTuning, Float> & Sendable] = [
    \.ratePerDistortion, \.diffusion, \.structureWeight,
  ]
  private static let shrink: [any KeyPath<GIFTuning, Float> & Sendable] = [
    \.tolerance, \.smoothBoost, \.chromaBoost, \.temporalWeight, \.unmovedWeight, \.freeShare,
    \.lengthBiasFraction,
    \.familiarityBonus, \.paletteGain,
  ]

  /// No setting decreases when the quality increases.
  @Test(arguments: [1, 5, 9])
  func settingsAreMonotonicInQuality(effort: Int) {
    let tunings = (1...100).map { GIFTuning(quality: $0, effort: effort) }
    for (lower, higher) in zip(tunings, tunings.dropFirst()) {
      for setting in Self.grow { #expect(lower[keyPath: setting] <= higher[keyPath: setting]) }
      for setting in Self.shrink { #expect(lower[keyPath: setting] >= higher[keyPath: setting]) }
    }
    for setting in Self.grow + Self.shrink {
      #expect(tunings[0][keyPath: setting] != tunings[99][keyPath: setting])
    }
  }
}
