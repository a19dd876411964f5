public import Numerics

/// What a comparison of two animations found.
public struct AnimationDifference: Hashable, Sendable {
  /// The first animation's canvas.
  public let firstSize: PixelSize
  /// The second animation's canvas.
  public let secondSize: PixelSize
  /// How often each plays; nil for ever.
  public let firstPlays: Int?
  /// How often the second plays; nil for ever.
  public let secondPlays: Int?
  /// How long the first lasts.
  public let firstDuration: Flicks
  /// How long the second lasts.
  public let secondDuration: Flicks
  /// Whether the durations agree as closely as was asked for.
  public let durationsAgree: Bool
  /// Every run of both, in order of time.
  public let pairs: [FramePair]

  /// Whether both play equally often.
  public var playsAgree: Bool { firstPlays == secondPlays }

  /// Whether nothing differs that counts.
  public var isSame: Bool {
    firstSize == secondSize && playsAgree && durationsAgree && pairs.allSatisfy(\.isSame)
  }

  /// The pair that differs in most pixels, as an index of `pairs`; nil without changed pixels.
  public var worstPair: Int? {
    var worst: (index: Int, pixels: Int)?
    for (index, pair) in pairs.enumerated() {
      guard case .changed(let difference) = pair.content else { continue }
      if difference.differentPixels > worst?.pixels ?? -1 {
        worst = (index, difference.differentPixels)
      }
    }
    return worst?.index
  }
}
