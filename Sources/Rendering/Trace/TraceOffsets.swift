public import Files

/// Offsets for a trace, as a user writes them.
public enum TraceOffsets {
  /// The most offsets one trace takes, as many as a curve's samples.
  public static let limit = 1_000_000
  /// How far from rest an offset may be, in points.
  public static let range: ClosedRange<Double> = -1e6...1e6

  /// `0,40,-5`: points from rest, fed in this order.
  public static func list(_ text: String) throws(HeaderKitError) -> [Double] {
    var offsets: [Double] = []
    for (position, part) in text.split(separator: ",", omittingEmptySubsequences: false)
      .enumerated()
    {
      let written = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      guard let offset = Double(String(written)), offset.isFinite else {
        throw HeaderKitError(
          .usage, subject: "offset \(position + 1)", reason: "\"\(part)\" is not a number",
          hint: "write points from rest, like 0,40,-5")
      }
      try check(offset)
      offsets.append(offset)
    }
    guard offsets.count <= limit else { throw tooMany }
    return offsets
  }

  /// start, start + step, ... up to and with `end` where a step falls on it.
  public static func range(
    from start: Double, to end: Double, step: Double
  ) throws(HeaderKitError) -> [Double] {
    try check(start)
    try check(end)
    guard step.isFinite, step != 0, start == end || (step > 0) == (end > start) else {
      throw HeaderKitError(
        .usage, reason: "a step of \(step) does not lead from \(start) to \(end)",
        hint: "give one of the other sign, and not 0")
    }
    // A hair more than the quotient: 0...0.3 in steps of 0.1 has four offsets, not three.
    let steps = (end - start) / step + 1e-9
    guard steps < Double(limit) else { throw tooMany }
    return (0...Int(steps)).map { start + Double($0) * step }
  }

  private static func check(_ offset: Double) throws(HeaderKitError) {
    guard range.contains(offset) else {
      throw HeaderKitError(
        .usage, reason: "offset \(offset) is out of range",
        hint: "allowed is \(range.lowerBound) to \(range.upperBound) points")
    }
  }

  private static var tooMany: HeaderKitError {
    HeaderKitError(.usage, reason: "more than \(limit) offsets", hint: "give a larger step")
  }
}
