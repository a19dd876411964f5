/// What a recording says about a constant of its header.
public struct FittedConstant: Hashable, Sendable {
  /// The constant's name in the document.
  public var name: String
  /// The document's own value, or the one that was asked for.
  public var given: Double
  /// The value that comes nearest to the recording; nil: the recording does not determine it.
  public var value: Double?
  /// The values that do as well within the recording's noise; nil where `value` is.
  public var interval: ClosedRange<Double>?
}
