/// What a writer can put down in one go. Literals convert by themselves.
public enum JSONScalar: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  /// An array of numbers, always on one line.
  case numbers([Double])
  case string(String)
}

extension JSONScalar: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
