/// The largest quality whose file is small enough, by bisection: a larger quality is taken to make a
/// larger file, so the same request always ends at the same quality.
struct QualitySearch {
  /// The highest quality that may be chosen, 1...100.
  let highest: Int

  /// Tries qualities; `attempt` gives nil for one that is too large. Nil where 1 is too large.
  func best<Failure: Error>(
    _ attempt: (Int) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> (quality: Int, bytes: [UInt8])? {
    var best: (quality: Int, bytes: [UInt8])?
    var (fits, exceeds) = (0, highest + 1)
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
