import Files

/// The largest quality whose file is small enough, by bisection: a larger quality is taken to make a
/// larger file, so the same request always ends at the same quality.
struct QualitySearch {
  /// The lowest quality that may be chosen, 1...100: tried first where it is not 1.
  var lowest = 1
  /// The highest quality that may be chosen, 1...100.
  let highest: Int

  /// Tries qualities; `attempt` gives nil for one that is too large. Nil where the lowest is too large.
  func best<Failure: Error>(
    _ attempt: (Int) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> (quality: Int, bytes: [UInt8])? {
    var best: (quality: Int, bytes: [UInt8])?
    var (fits, exceeds) = (lowest - 1, highest + 1)
    if lowest > 1 {
      guard let bytes = try attempt(lowest) else { return nil }
      best = (lowest, bytes)
      fits = lowest
    }
    while exceeds - fits > 1 {
      let quality = (fits + exceeds) / 2
      if let bytes = try attempt(quality) {
        best = (quality, bytes)
        fits = quality
      } else {
        exceeds = quality
      }
    }
    return best
  }
}
