/// A header's memory: fed one scroll offset after the other, it says after each how the header
/// stands.
///
/// What an event does not assign keeps its old value, even where it no longer fits the offset; so
/// the state is a function of the whole sequence of offsets, not of the last one.
public struct HeaderMachine: Hashable, Sendable {
  /// As of the last event; before any: the launch state, at rest.
  public private(set) var state: HeaderState
  /// Largest offset from rest that the content reaches without overscrolling, in points, 0 or more.
  public let largestOffset: Double
  /// Height of the scroll view, in points: what a rubber band is measured against.
  public let viewportHeight: Double

  private var machine: StyleMachine

  /// A header at rest that has received nothing yet.
  public init(constants: StyleConstants, environment: HeaderEnvironment) {
    let machine = StyleMachine(constants: constants, environment: environment)
    self.machine = machine
    self.state = machine.launchState
    self.largestOffset = max(0, machine.largestOffset)
    self.viewportHeight = max(1, machine.viewportHeight)
  }

  /// A header of the style's own constants, on the screen and with the banner size of its project.
  public init(style: HeaderStyle) {
    self.init(
      constants: StyleConstants(style: style),
      environment: HeaderEnvironment(style: style, variant: style.defaultVariant))
  }

  /// Takes the report that the content is `offset` points from rest (negative: pulled down) and
  /// returns the state it leaves, which `state` also is.
  ///
  /// `offset` must be a number; beyond `offsetRange` it is taken as the range's end.
  @discardableResult
  public mutating func receive(offset: Double) -> HeaderState {
    precondition(!offset.isNaN, "an offset is a number")
    let range = Self.offsetRange
    // Adding 0 turns -0 into 0.
    state = machine.receive(min(max(offset, range.lowerBound), range.upperBound) + 0)
    return state
  }

  /// The offsets within which every number of a state is finite and exact to 1e-6 points.
  public static let offsetRange: ClosedRange<Double> = -1e9...1e9
}
