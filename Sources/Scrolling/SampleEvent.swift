import PortableMath
import StrictJSON

/// An event other than a scroll at a time of recorded offsets. Several changes at one time happen in
/// the order of the properties.
public struct SampleEvent: Hashable, Sendable {
  /// The time in seconds from the start of the curve.
  public var time: Double
  /// Whether a finger drags from this time, or `nil` if that does not change.
  public var dragging: Bool?
  /// The target of a tapping finger that is lifted, or `nil` if there is none.
  public var tap: TapTarget?
  /// Whether the content has come to rest.
  public var isRest: Bool

  /// Creates an event at `time` seconds.
  public init(time: Double, dragging: Bool? = nil, tap: TapTarget? = nil, isRest: Bool = false) {
    (self.time, self.dragging, self.tap, self.isRest) = (time, dragging, tap, isRest)
  }

  /// Parses `[{"time": 0.4, "tap": {"layer": "follow"}}, {"time": 0.9, "rest": true}, ...]`.
  ///
  /// - Parameter end: The time of the last sample in seconds.
  static func list(
    _ value: JSONValue, end: Double, limits: CurveLimits
  ) throws(JSONError) -> [SampleEvent] {
    var times = RisingTimes()
    return try value.entries(within: limits, of: "events", least: 0).map {
      entry throws(JSONError) in
      let members = try entry.object(keys: ["time", "dragging", "tap", "rest"])
      let time = try members.required("time")
      let event = SampleEvent(
        time: try times.next(time), dragging: try members.optional("dragging")?.boolean(),
        tap: try members.optional("tap").map { tap throws(JSONError) in try TapTarget(tap) },
        isRest: try members.optional("rest")?.boolean() ?? false)
      guard event.time <= end else {
        throw time.error(
          "\(time.literal) is after the last sample, at \(end.shortText) s; remove it")
      }
      guard event.dragging != nil || event.tap != nil || event.isRest else {
        throw entry.error("an event needs \"dragging\", \"tap\" or \"rest\"; add one of them")
      }
      return event
    }
  }
}
