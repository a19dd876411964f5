/// Turns exact durations into fractions of 16-bit terms without letting the error grow.
struct DelayClock {
  private var exact = FrameDuration.zero
  private var written = FrameDuration.zero

  /// The delay to be written for the next frame, in seconds.
  ///
  /// Exact where the terms fit; otherwise whole units of 1 ms, 10 ms or 1 s, whichever is the
  /// finest that holds it, such that the frame ends within half a unit of its true time.
  /// Throws `.invalidFrame` beyond 65,535 seconds.
  mutating func delay(
    for duration: FrameDuration
  ) throws(CodecError) -> (numerator: Int, denominator: Int) {
    let end = exact + duration
    var found: (numerator: Int, denominator: Int)?
    if duration.numerator <= 65_535, duration.denominator <= 65_535 {
      found = (duration.numerator, duration.denominator)
    } else {
      for unit in [1000, 100, 1] where found == nil {
        let units =
          max(0, end.rounded(toUnitsPerSecond: unit) - written.rounded(toUnitsPerSecond: unit))
        if units <= 65_535 { found = (units, unit) }
      }
    }
    guard let found,
      let step = FrameDuration(
        numerator: found.numerator, denominator: found.denominator)
    else {
      throw CodecError(
        kind: .invalidFrame, message: "a frame that is shown for more than 65,535 seconds",
        hint: "shorten the pause")
    }
    exact = end
    written = written + step
    return found
  }
}
