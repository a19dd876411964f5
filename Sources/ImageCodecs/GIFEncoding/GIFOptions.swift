public import Raster

/// What the writer of a GIF may choose.
public struct GIFOptions: Hashable, Sendable {
  /// How often the animation plays.
  public enum Loop: Hashable, Sendable {
    case forever
    /// Plays in all, 1...65536.
    case plays(Int)
  }

  /// The quality whose pictures look perfect at 100 % zoom.
  public static let defaultQuality = 80
  /// The effort whose time is worth its bytes for most.
  public static let defaultEffort = 5

  /// 1 (smallest) ... 100 (closest to the frames); nil: `defaultQuality`, or whatever fits where a
  /// size is asked for. Ignored where `lossless`.
  public var quality: Int?
  /// 1 (fastest) ... 9 (smallest file).
  public var effort: Int
  /// How often the animation plays.
  public var loop: Loop
  /// Entries of a colour table including the transparent one, 2...256.
  public var colors: Int
  /// Strength of error diffusion in per cent of the full error, 0...100; nil lets quality decide.
  public var dither: Int?
  /// Refuses a frame that cannot be kept exactly instead of approximating it.
  public var lossless: Bool
  /// Colours that must survive exactly (text, brand); what is flat and frequent survives unasked.
  public var exactColors: [Color]

  /// Ranges are checked when an encoder is made.
  public init(
    quality: Int? = nil, effort: Int = defaultEffort, loop: Loop = .forever,
    colors: Int = 256, dither: Int? = nil, lossless: Bool = false, exactColors: [Color] = []
  ) {
    self.quality = quality
    self.effort = effort
    self.loop = loop
    self.colors = colors
    self.dither = dither
    self.lossless = lossless
    self.exactColors = exactColors
  }
}

extension GIFOptions {
  func check() throws(CodecError) {
    func refuse(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws(CodecError) {
      guard !range.contains(value) else { return }
      throw CodecError(
        kind: .invalidOption, message: "\(name) \(value)",
        hint: "must be \(range.lowerBound)...\(range.upperBound)")
    }
    if let quality { try refuse("quality", quality, 1...100) }
    try refuse("effort", effort, 1...9)
    try refuse("colors", colors, 2...256)
    if let dither { try refuse("dither", dither, 0...100) }
    if case .plays(let count) = loop { try refuse("plays", count, 1...65536) }
  }
}
