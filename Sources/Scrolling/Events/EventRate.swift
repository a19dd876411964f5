public import Numerics

/// When a scroll view reports its offset.
public enum EventRate: Hashable, Sendable {
  /// So many times a second, as a display refreshes.
  case perSecond(RationalTime)
  /// Once a frame, at the frame's own moment.
  case frame

  /// What a device does: 60 a second.
  public static let standard = EventRate.perSecond(60)

  /// Reads `frame` or a rate of 0.1...1000 (`60`, `59.94`, `60000/1001`); nil for anything else.
  public init?(_ text: String) {
    if text == "frame" {
      self = .frame
    } else if let rate = RationalTime(text), (0.1...1000).contains(rate.value) {
      self = .perSecond(rate)
    } else {
      return nil
    }
  }
}
