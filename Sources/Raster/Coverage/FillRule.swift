/// Which points a path that crosses itself encloses.
public enum FillRule: Hashable, Sendable {
  /// Points it winds around, whatever the sense.
  case nonZero
  /// Points it winds around an odd number of times.
  case evenOdd

  func encloses(_ winding: Int) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
