/// The measure that decides whether two pixels differ, named with its version.
public enum ComparisonMetric: Hashable, Sendable {
  /// Any difference of a colour or of alpha counts, save colours beneath alpha 0; strengths are
  /// bytes, 1...255.
  case exact
  /// The algorithm of the npm package pixelmatch 7.2, equal to it in its count; strengths are the
  /// YIQ distance as a part of the largest possible one, 0...1.
  case pixelmatch(PixelmatchOptions)
  /// The comparator Playwright calls "ssim-cie94": a colour difference (CIE 1994) above the limit
  /// counts unless its neighbourhood is structurally alike; strengths are CIE94 differences.
  case ssimCIE94(largestAllowed: Double)
  /// A colour difference (CIEDE2000) above the limit counts; strengths are CIEDE2000 differences.
  case ciede2000(largestAllowed: Double)
  /// For pictures of GIFs: counts what quantisation to a palette and dither do not explain. The
  /// noise that they leave is estimated in each place; strengths are mean differences in levels,
  /// 0...255.
  case quantized

  /// The names `init(name:threshold:)` takes, the default first.
  public static let names = ["exact", "pixelmatch-7.2", "ssim-cie94", "ciede2000", "quantized"]

  /// Nil for an unknown name, for a threshold with `exact` or `quantized`, for a threshold outside 0...1 with
  /// `pixelmatch-7.2`, and for one that is negative or not finite.
  /// Without a threshold: 0.1 for `pixelmatch-7.2`, 1 for the two colour differences (just
  /// noticeable).
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

  /// The name, with the version where the metric has one.
  public var name: String {
    switch self {
    case .exact: "exact"
    case .pixelmatch: "pixelmatch-7.2"
    case .ssimCIE94: "ssim-cie94"
    case .ciede2000: "ciede2000"
    case .quantized: "quantized"
    }
  }

  /// The strength at which a heat map has its hottest colour.
  var fullStrength: Double {
    switch self {
    case .exact: 255
    case .pixelmatch: 1
    case .ssimCIE94, .ciede2000: 50
    case .quantized: 64
    }
  }
}

/// The options of pixelmatch 7.2 that change its count.
public struct PixelmatchOptions: Hashable, Sendable {
  /// 0 (any difference counts) ... 1 (nothing does).
  public var threshold: Double
  /// Whether pixels that look like anti-aliasing count as different too.
  public var includesAntialiasing: Bool
  /// Whether translucent pixels are compared over a pattern (true) or over white, as before
  /// version 7 (false).
  public var blendsOverPattern: Bool

  /// The original's defaults: threshold 0.1, anti-aliasing excluded, blended over the pattern.
  public init(
    threshold: Double = 0.1, includesAntialiasing: Bool = false, blendsOverPattern: Bool = true
  ) {
    self.threshold = threshold
    self.includesAntialiasing = includesAntialiasing
    self.blendsOverPattern = blendsOverPattern
  }

  /// The largest squared YIQ distance that is no difference. 35215 is the distance of the two
  /// colours furthest apart (Kotsarenko and Ramos 2010).
  var largestAllowedDelta: Double { 35215 * threshold * threshold }
}
