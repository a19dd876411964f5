/// A rectangle with four equal circular corners, in device pixels.
public struct RoundedRectangle: Hashable, Sendable {
  /// The edges.
  public var rect: DeviceRect
  /// Device pixels; painted as at most half the shorter side.
  public var cornerRadius: Double

  /// A rectangle with corners of `cornerRadius` device pixels.
  public init(_ rect: DeviceRect, cornerRadius: Double) {
    self.rect = rect
    self.cornerRadius = cornerRadius
  }
}
