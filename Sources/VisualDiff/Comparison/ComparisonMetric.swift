/// The metric that decides whether two pixels differ. The name includes its version.
public enum ComparisonMetric: Hashable, Sendable {
  /// Any difference in color or alpha, except for the colors of fully transparent pixels. Strengths
  /// are byte differences, 1...255.
  case exact
  /// The algorithm of the npm package pixelmatch 7.2, with the same count. Strengths are the YIQ
  /// distance as a fraction of the largest possible one, 0...1.
  case pixelmatch(PixelmatchOptions)
  /// Playwright's comparator "ssim-cie94": a color difference (CIE 1994) above the limit, unless
  /// the surroundings are structurally similar. Strengths are CIE94 differences.
  case ssimCIE94(largestAllowed: Double)
  /// A color difference (CIEDE2000) above the limit. Strengths are CIEDE2000 differences.
  case ciede2000(largestAllowed: Double)
  /// For frames of GIFs: a difference that palette quantization and dither do not explain. Their
  /// noise is estimated locally. Strengths are mean differences in levels, 0...255.
  case quantized

  /// The names accepted by `init(name:threshold:)`. The first is the default.
  public static let names = ["exact", "pixelmatch-7.2", "ssim-cie94", "ciede2000", "quantized"]

  /// Creates a metric from its name. Returns `nil` for an unknown name, for a threshold with
  /// `exact` or `quantized`, for a threshold outside 0...1 with `pixelmatch-7.2`, and for a
  /// threshold that is negative or not finite. The default threshold is 0.1 for `pixelmatch-7.2`
  /// and 1, just noticeable, for the two color differences.
  public init?(name: String, threshold: Double? = nil) {
    if let threshold, !threshold.isFinite || threshold < 0 { return nil }
    switch name {
    case "exact" where threshold == nil: self = .exact
    case "quantized" where threshold == nil: self = .quantized
    case "pixelmatch-7.2":
      let threshold = threshold ?? PixelmatchOptions().threshold
      guard threshold <= 1 else { return nil }
      self = .pixelmatch(PixelmatchOptions(threshold: threshold))
    case "ssim-cie94": self = .ssimCIE94(largestAllowed: threshold ?? 1)
    case "ciede2000": self = .ciede2000(largestAllowed: threshold ?? 1)
    default: return nil
    }
  }

  /// The name, including the version if the metric has one.
  public var name: String {
    switch self {
    case .exact: "exact"
    case .pixelmatch: "pixelmatch-7.2"
    case .ssimCIE94: "ssim-cie94"
    case .ciede2000: "ciede2000"
    case .quantized: "quantized"
    }
  }

  /// The strength that is drawn with the hottest color of a heat map.
  var fullStrength: Double {
    switch self {
    case .exact: 255
    case .pixelmatch: 1
    case .ssimCIE94, .ciede2000: 50
    case .quantized: 64
    }
  }
}

/// The options of pixelmatch 7.2 that affect its count.
public struct PixelmatchOptions: Hashable, Sendable {
  /// The threshold in 0 (all differences count)...1 (none does).
  public var threshold: Double
  /// True if pixels that look anti-aliased also count as different.
  public var includesAntialiasing: Bool
  /// True if translucent pixels are compared over a pattern, false for white, as before version 7.
  public var blendsOverPattern: Bool

  /// Creates options. The defaults are those of pixelmatch.
  public init(
    threshold: Double = 0.1, includesAntialiasing: Bool = false, blendsOverPattern: Bool = true
  ) {
    self.threshold = threshold
    self.includesAntialiasing = includesAntialiasing
    self.blendsOverPattern = blendsOverPattern
  }

  /// The maximum squared YIQ distance that is not a difference. 35215 is the maximum distance of
  /// two colors (Kotsarenko and Ramos 2010).
  var largestAllowedDelta: Double { 35215 * threshold * threshold }
}
