/// One report of a scroll view: where the content is at a moment.
public struct ScrollEvent: Hashable, Sendable {
  /// Seconds from the start of the curve, 0...
  public var time: Double
  /// Points from rest; negative when pulled down past the top.
  public var offset: Double

  /// `time` in seconds, `offset` in points from rest.
  public init(time: Double, offset: Double) {
    self.time = time
    self.offset = offset
  }
}
