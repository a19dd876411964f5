public import PortableMath
import StrictJSON

/// An entry of a gesture list. Offsets are in points from rest, times in seconds.
public enum Gesture: Hashable, Sendable {
  /// Waits. A moving view continues to move, and a finger on the screen stays there.
  case hold(duration: Double)
  /// Moves the finger by `by` points, after a touch down if no finger drags yet. A positive
  /// distance increases the offset. Durations below one millisecond are raised to one millisecond.
  case drag(by: Double, duration: Double, easing: Easing)
  /// Lifts the finger at `velocity` points per second, or at the drag's velocity if `nil`.
  /// Velocities are limited to ±10^6. The entry ends after `until` seconds, or at rest if `nil`.
  case release(velocity: Double?, until: Double?)
  /// Scrolls programmatically to `offset`.
  case scrollTo(offset: Double, duration: Double, easing: Easing)
  /// Taps a layer or point. The hit test happens when the finger is lifted.
  case tap(TapTarget, duration: Double)
  /// Changes an input by `by` units with a sideways pan. The content does not move.
  case pan(input: String, by: Double, duration: Double, easing: Easing)

  var isDrag: Bool { if case .drag = self { true } else { false } }

  var isTapOrPan: Bool {
    switch self {
    case .tap, .pan: true
    case .hold, .drag, .release, .scrollTo: false
    }
  }

  private static let names = ["hold", "drag", "release", "scrollTo", "tap", "pan"]
  /// The duration of a programmatic scroll in seconds, about that of UIKit's animated scrolling.
  private static let scrollDuration = 0.3
  /// The default duration of a tap in seconds.
  static let tapDuration = 0.08

  /// Parses `[{"hold": 0.4}, {"drag": {...}}, {"release": {...}}, {"scrollTo": {...}}, ...]`.
  static func list(_ value: JSONValue, limits: CurveLimits) throws(JSONError) -> [Gesture] {
    var total = 0.0
    let allowed = 1...max(1, limits.gestures)
    return try value.list(count: allowed, of: "gestures") { entry throws(JSONError) in
      let gesture = try Gesture(entry)
      total += gesture.givenDuration
      guard total <= CurveLimits.longestTime else {
        throw entry.error("the gestures last longer than a day up to here; shorten them")
      }
      return gesture
    }
  }

  private init(_ entry: JSONValue) throws(JSONError) {
    var members = try entry.object(keys: Gesture.names).makeIterator()
    guard let member = members.next() else {
      throw entry.error(
        "is empty; give it \"hold\", \"drag\", \"release\", \"scrollTo\", \"tap\" or \"pan\"")
    }
    if let second = members.next() {
      throw second.keyError("cannot share an entry with \"\(member.name)\"; use a separate entry")
    }
    switch member.name {
    case "hold": self = .hold(duration: try member.value.time())
    case "drag":
      let drag = try member.value.object(keys: ["by", "duration", "easing"])
      self = .drag(
        by: try drag.required("by").offset(), duration: try Gesture.moveDuration(drag),
        easing: try drag.optional("easing")?.easing() ?? .linear)
    case "release":
      let release = try member.value.object(keys: ["velocity", "until"])
      let fastest = CurveLimits.fastestVelocity
      self = .release(
        velocity: try release.optional("velocity")?.number(
          in: -fastest...fastest, unit: "points per second"),
        until: try release.optional("until")?.time())
    case "tap":
      let tap = try member.value.object(keys: ["layer", "row", "at", "duration"])
      self = .tap(
        try TapTarget(tap), duration: try tap.optional("duration")?.time() ?? Gesture.tapDuration)
    case "pan":
      let pan = try member.value.object(keys: ["input", "by", "duration", "easing"])
      self = .pan(
        input: try pan.required("input").string(),
        by: try pan.required("by").number(in: CurveLimits.inputs),
        duration: try Gesture.moveDuration(pan),
        easing: try pan.optional("easing")?.easing() ?? .linear)
    default:
      let scroll = try member.value.object(keys: ["offset", "duration", "easing"])
      self = .scrollTo(
        offset: try scroll.required("offset").offset(),
        duration: try scroll.optional("duration")?.time() ?? Gesture.scrollDuration,
        easing: try scroll.optional("easing")?.easing() ?? .cubicBezier(.easeInOut))
    }
  }

  private static func moveDuration(_ move: JSONObject) throws(JSONError) -> Double {
    try move.required("duration").number(above: 0, upTo: CurveLimits.longestTime, unit: "seconds")
  }

  /// The stated duration in seconds. 0 for a release until rest, whose duration is not known yet.
  private var givenDuration: Double {
    switch self {
    case .hold(let duration), .drag(_, let duration, _), .scrollTo(_, let duration, _),
      .tap(_, let duration), .pan(_, _, let duration, _):
      duration
    case .release(_, let until): until ?? 0
    }
  }
}

/// The target of a tap.
public enum TapTarget: Hashable, Sendable {
  /// A layer by name. In a list, `row` selects the row, counted from 0.
  case layer(String, row: Int?)
  /// A point on the screen, in points.
  case point(x: Double, y: Double)

  /// Parses `{"layer": "follow"}` with an optional `"row"`, or `{"at": [x, y]}`.
  init(_ value: JSONValue) throws(JSONError) {
    try self.init(try value.object(keys: ["layer", "row", "at"]))
  }

  /// Parses `"layer": "follow"` with an optional `"row"`, or `"at": [x, y]`.
  fileprivate init(_ tap: JSONObject) throws(JSONError) {
    if let point = tap.optional("at") {
      for member in tap where member.name == "layer" || member.name == "row" {
        throw member.keyError("cannot be combined with \"at\"; remove one of them")
      }
      let numbers = Array(try point.array(count: 2...2, of: "numbers"))
      self = .point(x: try numbers[0].offset(), y: try numbers[1].offset())
    } else if let layer = tap.optional("layer") {
      let row = try tap.optional("row")?.integer(in: 0...1_000_000)
      self = .layer(try layer.string(), row: row)
    } else {
      throw tap.value.error("has no \"layer\" and no \"at\"; add one of them")
    }
  }
}
