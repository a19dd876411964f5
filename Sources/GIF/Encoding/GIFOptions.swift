import CodecInterface

/// The quality, effort and format options of an encoded GIF.
public struct GIFOptions: Hashable, Sendable {
  /// The play count of the animation.
  public enum Loop: Hashable, Sendable {
    case forever
    /// The total number of plays, 1...65536.
    case plays(Int)
  }

  /// The quality at which pictures look perfect at 100 % zoom.
  public static let defaultQuality = 80
  /// The effort above which more time saves few bytes.
  public static let defaultEffort = 5

  /// The quality in 1 (smallest)...100 (closest to the frames). `nil` uses `defaultQuality`, or the
  /// highest that fits if there is a size limit. Ignored if `lossless` is true.
  public var quality: Int?
  /// The effort in 1 (fastest)...9 (smallest file).
  public var effort: Int
  /// The play count of the animation.
  public var loop: Loop
  /// The number of entries in a color table, including the transparent one, 2...256.
  public var colors: Int
  /// The strength of error diffusion in percent of the full error, 0...100. `nil` derives it from
  /// the quality.
  public var dither: Int?
  /// True if every pixel must be exact. A frame with too many colors is then an error.
  public var lossless: Bool

  /// Creates options. Ranges are checked when an encoder is created.
  public init(
    quality: Int? = nil, effort: Int = defaultEffort, loop: Loop = .forever,
    colors: Int = 256, dither: Int? = nil, lossless: Bool = false
  ) {
    self.quality = quality
    self.effort = effort
    self.loop = loop
    self.colors = colors
    self.dither = dither
    self.lossless = lossless
  }

  func check() throws(CodecError) {
    if let quality { try CodecError.check("quality", quality, in: 1...100) }
    try CodecError.check("effort", effort, in: 1...9)
    try CodecError.check("colors", colors, in: 2...256)
    if let dither { try CodecError.check("dither", dither, in: 0...100) }
    if case .plays(let count) = loop { try CodecError.check("plays", count, in: 1...65536) }
  }
}

/// The encoder parameters derived from quality and effort.
///
/// Tuned with SSIMULACRA 2 on two clips of a scrolled profile header.
struct GIFTuning: Hashable, Sendable {
  /// The number of bits equivalent to one unit of weighted squared error (see `XYBColor`): 1 /
  /// lambda.
  var ratePerDistortion: Float
  /// The maximum weighted squared error of a pixel. The nearest color is always allowed.
  var tolerance: Float
  /// The fraction of a pixel's error that its neighbors receive, 0...1.
  var diffusion: Float
  /// The contrast masking of luma: the additional weight of an error in a smooth area relative to a
  /// busy one.
  var smoothBoost: Float
  /// The contrast masking of color differences.
  ///
  /// It falls above quality 80, where color differences are small enough. A value of 3.8 at 90
  /// costs two clips of a scrolled header 5 and 9 % more bytes.
  var chromaBoost: Float
  /// The weight toward which the weights of luma errors move if the previous frame lost no
  /// structure (`StructureLoss`). Larger losses increase it.
  var structureWeight: Float
  /// The weight of the previously shown color of a scrolled pixel, relative to its true color.
  var temporalWeight: Float
  /// The weight of an error in a pixel that has not scrolled and so has only its true color as a
  /// target.
  ///
  /// Stretched and blurred content has the worst frames. A larger weight improves them and costs
  /// bytes. At 1.25 the worst frames of two clips reach the same quality with 3 to 5 % fewer bytes,
  /// and the mean with 0 to 1 % fewer.
  var unmovedWeight: Float
  /// The fraction of the deepest extension's length that is assumed to follow at no cost when the
  /// search decides whether to prune a string.
  ///
  /// A value of 1 would be a true bound. At 0.5 a sixth fewer strings are visited. At 0.35 another
  /// sixth fewer are, with the same bytes at an equal score from quality 60 on and a score 0.4
  /// points lower at 45. At 0.25 a quarter fewer are, for 0.5 % more bits and weighted error (2 %
  /// at quality 40).
  var freeShare: Float
  /// The fraction of the mean string length that is added to each length, see `LengthBias`.
  var lengthBiasFraction: Float
  /// The bits by which a string is cheaper if its first symbol extends the previous string to one
  /// that the dictionary contains.
  ///
  /// This favors colors that were shown before: two clips of a scrolled header flicker 4 to 5 %
  /// less for the same bytes at quality 40, without a difference at 80.
  var familiarityBonus: Float
  /// The weight of the error saved by a frame's own palette, relative to the error of pixels. The
  /// search benefits from such a palette more than the saved error shows.
  ///
  /// At qualities 30 and 40, two clips of a scrolled header need 1.1 and 0.5 % fewer bytes than
  /// with a weight of 1, for 9 and 5 % more flicker. Pictures of a few thousand pixels have much
  /// less error for the same bytes. At 80 a larger weight only increases bytes and flicker.
  var paletteGain: Float
  /// The number of palette entries considered for a pixel.
  var candidates: Int
  /// The number of frames that share a palette.
  var framesPerPalette: Int
  /// The number of k-means rounds.
  var refinements: Int
  /// True if a frame's palette is refined with plain error diffusion before the search.
  var isPaletteRefined: Bool
  /// The number of passes over a frame. Each uses the palette refined by the previous pass.
  var passes: Int
  /// True if each pixel gets the nearest color and strings are matched greedily.
  var isGreedy: Bool

  /// Derives the parameters. `quality` must be in 1...100, `effort` in 1...9 and `dither` in
  /// 0...100. A `nil` dither is derived from the quality.
  init(quality: Int, effort: Int, dither: Int? = nil) {
    /// Interpolates linearly between the points. Constant before the first and after the last.
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
    lengthBiasFraction = value((40, 1.11374), (60, 0.5), (80, 0))
    familiarityBonus = value((60, 0.70574), (80, 0))
    paletteGain = value((40, 4.2529), (60, 3.5), (80, 1))
    candidates = [1, 6, 8, 8, 12, 16, 20, 24, 32][effort - 1]
    refinements = [1, 2, 3, 3, 3, 4, 5, 6, 8][effort - 1]
    framesPerPalette = [12, 6, 3, 1, 1, 1, 1, 1, 1][effort - 1]
    isPaletteRefined = effort >= 4
    passes = [1, 1, 1, 1, 1, 1, 2, 2, 3][effort - 1]
    isGreedy = effort == 1
  }

  /// Returns parameters for a frame with a display time of `centiseconds`. Errors in frames of long
  /// duration are more visible.
  ///
  /// The weight of errors is the square root of the time divided by 4/100 s, in 1...4.
  func scaled(forDisplayTime centiseconds: Int) -> GIFTuning {
    let displayTimeWeight = min(4, max(1, Float(centiseconds) / 4).squareRoot())
    var tuning = self
    tuning.ratePerDistortion *= displayTimeWeight
    tuning.tolerance /= displayTimeWeight.squareRoot()
    return tuning
  }
}
