/// Why there is nothing to trace.
public enum TraceError: Error, Hashable, Sendable {
  /// Part of a list of offsets, counted from 0.
  case notANumber(position: Int, text: String)
  /// An offset in points.
  case outOfRange(offset: Double, allowed: ClosedRange<Double>)
  /// A step that never arrives.
  case leadsAway(from: Double, to: Double, step: Double)
  /// More offsets than a trace takes.
  case tooMany(limit: Int)
}

extension TraceError: CustomStringConvertible {
  /// One line: what is wrong, what would be right.
  public var description: String {
    switch self {
    case .notANumber(let position, let text):
      "offset \(position + 1): \"\(text)\" is not a number; write points, like 0,40,-5"
    case .outOfRange(let offset, let allowed):
      "offset \(offset) is out of range; "
        + "allowed is \(allowed.lowerBound) to \(allowed.upperBound) points"
    case .leadsAway(let from, let to, let step):
      "a step of \(step) does not lead from \(from) to \(to); give one of the other sign, not 0"
    case .tooMany(let limit):
      "more than \(limit) offsets; give a larger step"
    }
  }
}
