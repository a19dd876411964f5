/// The choices of the pixelmatch 7.2 metric that bear on its count.
public struct PixelmatchOptions: Hashable, Sendable {
  /// 0 (any difference counts) ... 1 (nothing does).
  public var threshold: Double
  /// Whether pixels that look like anti-aliasing count as different too.
  public var includesAntialiasing: Bool
  /// Whether translucent pixels are judged over a pattern (true) or over white, as before
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
