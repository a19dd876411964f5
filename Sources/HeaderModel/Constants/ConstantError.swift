/// Why a constant could not be set, or a set of constants not be made.
public enum ConstantError: Error, Hashable, Sendable {
  /// The style has no constant of that name; `known` are those it has.
  case unknownKey(String, style: HeaderStyle, known: [String])
  /// The value is not a finite number within the range.
  case outOfRange(key: ConstantKey, value: Double, allowed: ClosedRange<Double>)
  /// The value counts things and has to be whole.
  case notWhole(key: ConstantKey, value: Double)
  /// The style has no variant of that name.
  case unknownVariant(HeaderVariant, style: HeaderStyle)
}

extension ConstantError: CustomStringConvertible {
  /// One line: what is wrong, what would be right.
  public var description: String {
    switch self {
    case .unknownKey(let key, let style, _):
      "\(key): style \(style.rawValue) has no such constant"
    case .outOfRange(let key, let value, let allowed):
      "\(key.rawValue): \(value) is out of range; "
        + "allowed is \(allowed.lowerBound) to \(allowed.upperBound)"
    case .notWhole(let key, let value):
      "\(key.rawValue): \(value) is not a whole number; it counts things"
    case .unknownVariant(let variant, let style):
      "\(variant.rawValue): style \(style.rawValue) has no such variant; it has "
        + style.variants.map(\.rawValue).joined(separator: ", ")
    }
  }
}
