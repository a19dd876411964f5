import CodecInterface

/// Quality, effort and format options of an encoded GIF.
public struct GIFOptions: Hashable, Sendable {
  /// How often the animation plays.
  public enum Loop: Hashable, Sendable {
    case forever
    /// Plays in all, 1...65536.
    case plays(Int)
  }

  /// The quality at which pictures look perfect at 100 % zoom.
  public static let defaultQuality = 80
  /// The effort beyond which more time saves few bytes.
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
  /// Whether every pixel must be exact; a frame with too many colours is then an error.
  public var lossless: Bool

  /// Ranges are checked when an encoder is made.
  public init(
    quality: Int? = nil, effort: Int = defaultEffort, loop: Loop = .forever,
    colors: Int = 256, dither: Int? = nil, lossless: Bool = false
  ) {
    (self.quality, self.effort, self.loop) = (quality, effort, loop)
    (self.colors, self.dither, self.lossless) = (colors, dither, lossless)
  }

  func check() throws(CodecError) {
    if let quality { try CodecError.check("quality", quality, in: 1...100) }
    try CodecError.check("effort", effort, in: 1...9)
    try CodecError.check("colors", colors, in: 2...256)
    if let dither { try CodecError.check("dither", dither, in: 0...100) }
    if case .plays(let count) = loop { try CodecError.check("plays", count, in: 1...65536) }
  }
}

/// The parameters of the encoder that quality and effort stand for.
///
/// Measured with SSIMULACRA 2 on two clips of a profile header that is scrolled.
struct GIFTuning: Hashable, Sendable {
  /// Bits that one unit of weighted squared error (see `XYBColor`) is worth: one over lambda.
  var ratePerDistortion: Float
  /// The weighted squared error that no pixel may exceed; the nearest colour always may.
  var tolerance: Float
  /// The part of a pixel's error that its neighbours receive, 0...1.
  var diffusion: Float
  /// Contrast masking: how many times more than in a busy place an error of luma counts in a smooth one.
  var smoothBoost: Float
  /// The same for differences of colour.
  ///
  /// Above 80 they are close enough: 3.8 at 90 costs two clips of a scrolled header 5 and 9 % more bytes.
  var chromaBoost: Float
  /// The weight that errors of luma are moved toward where nothing was lost of the structure of the frame
  /// before (`StructureLoss`); the more was lost, the greater the one they are moved toward.
  var structureWeight: Float
  /// The weight of the colour shown before for a pixel that has scrolled, beside its true colour.
  var temporalWeight: Float
  /// How many times an error counts in a pixel that has not scrolled, where it is held against one colour
  /// alone.
  ///
  /// What is stretched or blurred has the worst frames: the more, the better those, for more bytes. At 1.25
  /// the worst frame of two clips is as good for 3 to 5 % fewer bytes, their mean for 0 to 1 % fewer.
  var unmovedWeight: Float
  /// The part of the pixels below a string, down to the deepest of its continuations, that is thought to
  /// come for nothing when it is judged whether one can still become the cheapest.
  ///
  /// All of them would be safe. At 0.5 a sixth fewer strings are looked at than so; at 0.35 another
  /// sixth, with the same bytes for the same score from quality 60 on and 0.4 points less at 45; at 0.25 a
  /// quarter, for 0.5 % more bits and weighted errors (2 % at quality 40).
  var freeShare: Float
  /// The part of strings' mean length that is added to a string's, see `LengthBias`.
  var lengthBiasPart: Float
  /// Bits that a string counts less for where its first pixel makes of the one before a string that is known.
  ///
  /// What has been shown before is shown again: two clips of a scrolled header flicker 4 to 5 % less for as
  /// many bytes at quality 40; at 80 there is no difference.
  var familiarityBonus: Float
  /// How many times an error that a palette of a frame's own saves counts more than one of a pixel: what the
  /// search does with it fits better, too.
  ///
  /// At qualities 30 and 40 two clips of a scrolled header need 1.1 and 0.5 % fewer bytes so than with 1, for 9 and
  /// 5 % more flicker; pictures of a few thousand pixels have far less error for as many bytes. At 80 bytes and
  /// flicker only grow.
  var paletteGain: Float
  /// The palette entries considered for one pixel.
  var candidates: Int
  /// Frames that share a palette.
  var framesPerPalette: Int
  /// Rounds of k-means.
  var refinements: Int
  /// Whether a frame's palette is refined by plain error diffusion before the search.
  var isPaletteRefined: Bool
  /// Passes over a frame, each with the palette refined by the one before.
  var passes: Int
  /// Whether each pixel takes the nearest colour and strings are matched greedily.
  var isGreedy: Bool

  /// `quality` is 1...100, `effort` 1...9, `dither` 0...100 or nil for what the quality needs.
  init(quality: Int, effort: Int, dither: Int? = nil) {
    /// Interpolates linearly between the points; constant before the first and after the last.
    func value(_ points: (quality: Int, value: Float)...) -> Float {
      let above = points.firstIndex { $0.quality >= quality } ?? points.count - 1
      let (low, high) = (points[max(0, above - 1)], points[above])
      guard low.quality < quality, quality < high.quality else {
        return quality <= low.quality ? low.value : high.value
      }
      let part = Float(quality - low.quality) / Float(high.quality - low.quality)
      return low.value + (high.value - low.value) * part
    }
    ratePerDistortion = value(
      (1, 0.00014), (20, 0.00102), (40, 0.0025123), (45, 0.0034), (60, 0.0064), (70, 0.01),
      (80, 0.023145), (90, 0.073), (95, 0.22), (100, 2))
    tolerance = value(
      (1, 5200), (20, 2280), (40, 1506.4), (45, 1165), (60, 700), (70, 465), (80, 331.98),
      (90, 200), (95, 120), (100, 40))
    diffusion =
      dither.map { Float($0) / 100 }
      ?? value((20, 0.48), (40, 0.52536), (45, 0.575), (60, 0.645), (80, 0.67635), (95, 0.75))
    smoothBoost = value((68, 8.4383), (80, 6.0994))
    chromaBoost = value((40, 3.88), (80, 3.75), (90, 1.7))
    structureWeight = value((20, 0.26), (40, 0.27918), (60, 0.75), (80, 0.90246))
    temporalWeight = value((20, 1.22), (40, 0.973), (45, 0.96), (60, 0.94), (70, 0.77), (80, 0.53))
    unmovedWeight = value((40, 1.21), (60, 1.1), (80, 1))
    freeShare = value((45, 0.5), (60, 0.35))
    lengthBiasPart = value((40, 1.11374), (60, 0.5), (80, 0))
    familiarityBonus = value((60, 0.70574), (80, 0))
    paletteGain = value((40, 4.2529), (60, 3.5), (80, 1))
    candidates = [1, 6, 8, 8, 12, 16, 20, 24, 32][effort - 1]
    refinements = [1, 2, 3, 3, 3, 4, 5, 6, 8][effort - 1]
    framesPerPalette = [12, 6, 3, 1, 1, 1, 1, 1, 1][effort - 1]
    isPaletteRefined = effort >= 4
    passes = [1, 1, 1, 1, 1, 1, 2, 2, 3][effort - 1]
    isGreedy = effort == 1
  }

  /// The same for a frame that is shown for `centiseconds`: the longer, the more of its errors are
  /// seen.
  ///
  /// An error counts more by the square root of the time over 4/100 s, at most four times.
  func scaled(forDisplayTime centiseconds: Int) -> GIFTuning {
    let displayTimeWeight = min(4, max(1, Float(centiseconds) / 4).squareRoot())
    var tuning = self
    tuning.ratePerDistortion *= displayTimeWeight
    tuning.tolerance /= displayTimeWeight.squareRoot()
    return tuning
  }
}
