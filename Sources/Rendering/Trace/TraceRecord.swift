import Files
public import HeaderModel

/// One line of a trace: what happened and how the header stands after it.
public struct TraceRecord: Hashable, Sendable {
  /// Which event it was, counted from 0; nil for the launch state, which no event made.
  public var index: Int?
  /// Seconds from the start of the curve; nil if the offsets were given without times.
  public var time: Double?
  /// After the event.
  public var state: HeaderState

  /// A line from its three parts.
  public init(index: Int?, time: Double?, state: HeaderState) {
    self.index = index
    self.time = time
    self.state = state
  }
}
