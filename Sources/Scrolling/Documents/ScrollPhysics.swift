/// The numbers of the scroll view model.
///
/// The system publishes none of them but the two deceleration rates' names; these are what people
/// measured of it (0.998 and 0.99 a millisecond, the 0.55 of the rubber band, a critically damped
/// spring of stiffness 100), not published constants.
public struct ScrollPhysics: Hashable, Sendable {
  /// The factor of the speed a millisecond, r.
  public var decelerationRate = ScrollPhysics.normalDeceleration
  /// The part of the finger's way that shows right past an edge, c.
  public var rubberBand = 0.55
  /// Whether content goes past its edges at all.
  public var bounces = true
  /// The stiffness of the spring that pulls content of mass 1 back, in 1/s².
  public var bounceStiffness = 100.0
  /// 1: critical, back without swinging over.
  public var bounceDampingRatio = 1.0

  /// Measured: `normal`.
  public static let normalDeceleration = 0.998
  /// Measured: `fast`.
  public static let fastDeceleration = 0.99
  /// The display whose frame the rest speed of "one pixel a frame" means, whatever rate is
  /// rendered: frames must not change what the header is fed.
  static let displayFramesPerSecond = 60.0

  /// The system's numbers.
  public init() {}
}
