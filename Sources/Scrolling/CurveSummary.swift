import PortableMath
package import StrictJSON

/// Statistics and warnings of a played curve, for people and for `--json`.
public struct CurveSummary: Hashable, Sendable {
  /// The author's name for the curve, or `nil` if it has none.
  public let name: String?
  /// `samples`, `keyframes` or `gestures`.
  public let kind: String
  /// The number of samples, keyframes or gestures.
  public let entries: Int
  /// The duration in seconds.
  public let duration: Double
  /// The lowest and the highest reported offset, in points from rest.
  public let range: ClosedRange<Double>
  /// The first reported offset, in points from rest.
  public let firstOffset: Double
  /// The last reported offset, in points from rest.
  public let lastOffset: Double
  /// The frame rate of `frames`, in frames per second.
  public let framesPerSecond: Double
  /// The number of frames in the animation.
  public let frames: Int
  /// The number of events that the header receives.
  public let events: Int
  /// Warnings about valid but probably unintended properties. One line each, in lower case.
  public let warnings: [String]

  /// Summarizes a played curve. Frames are counted at the rate of `options`.
  package init(
    _ curve: ScrollCurve, motion: ScrollMotion, events: [ScrollEvent],
    frames options: PlaybackOptions
  ) {
    let offsets = events.map(\.offset)
    name = curve.name
    switch curve.course {
    case .samples(let track): (kind, entries) = ("samples", track.times.count)
    case .keyframes(let keyframes): (kind, entries) = ("keyframes", keyframes.count)
    case .gestures(let gestures, _): (kind, entries) = ("gestures", gestures.count)
    }
    duration = motion.duration
    range = (offsets.min() ?? 0)...(offsets.max() ?? 0)
    firstOffset = offsets.first ?? 0
    lastOffset = offsets.last ?? 0
    framesPerSecond = options.rate.value
    self.frames = FrameTimeline.count(duration: motion.duration, options: options)
    self.events = events.count
    warnings =
      CurveSummary.warnings(
        motion, taps: curve.course.tapListKey, range: range, first: firstOffset, last: lastOffset)
      + CurveSummary.idleEasings(curve)
  }

  private static func warnings(
    _ motion: ScrollMotion, taps: String, range: ClosedRange<Double>, first: Double, last: Double
  ) -> [String] {
    var warnings: [String] = []
    if motion.duration == 0 { warnings.append("no time passes: the animation is one still frame") }
    if first != 0 {
      warnings.append("starts at \(points(first)), not at rest (0): the header jumps there")
    }
    switch motion.ending {
    case .moving:
      warnings.append("ends while the content still moves: leave out the last \"until\" or hold")
    case .fingerDown: warnings.append("ends with the finger down: add {\"release\": {}}")
    case .atRest:
      if last != 0 { warnings.append("never returns to rest: ends at \(points(last)), not 0") }
    }
    let gestureWarnings = motion.gestureWarnings
    warnings += [
      entries(gestureWarnings.shortDrags, "a drag shorter than a millisecond takes one"),
      entries(
        gestureWarnings.farDrags, "a drag beyond ±\(points(CurveLimits.farthestOffset)) stops there"
      ),
      entries(
        gestureWarnings.fastDrags,
        "a drag that ends faster than \(points(CurveLimits.fastestVelocity)) points per second "
          + "lets go at that speed"),
    ].compactMap(\.self)
    let idle = gestureWarnings.idleTaps.sorted { ($0.value[0], $0.key) < ($1.value[0], $1.key) }
    warnings += idle.compactMap { entries(of: taps, $0.value, $0.key) } + gestureWarnings.remarks
    let environment = motion.environment
    if range.upperBound > environment.largestOffset + environment.viewportHeight {
      warnings.append(
        "goes to \(points(range.upperBound)), a screen past the content's end "
          + "(\(points(environment.largestOffset)))")
    }
    if range.lowerBound < -environment.viewportHeight {
      warnings.append(
        "is pulled down to \(points(range.lowerBound)), more than the screen is high "
          + "(\(points(environment.viewportHeight)))")
    }
    return warnings
  }

  /// Returns a warning for each last entry with an easing, which has no effect.
  private static func idleEasings(_ curve: ScrollCurve) -> [String] {
    var lists: [(keyPath: String, entries: [Keyframe])] = []
    if case .keyframes(let keyframes) = curve.course { lists.append(("keyframes", keyframes)) }
    for track in curve.inputs.tracks {
      if case .numbers(let numbers) = track.values {
        lists.append(("inputs.\(track.name)", numbers))
      }
    }
    return lists.compactMap { keyPath, entries in
      guard let last = entries.last, last.easing != .linear else { return nil }
      return "\(keyPath)[\(entries.count - 1)].easing has no effect: an easing applies from its "
        + "entry to the next one; move it to the entry before"
    }
  }

  /// Returns a warning such as `gestures[2] and 3 more: ...`, or `nil` if `numbers` is empty.
  private static func entries(
    of list: String = "gestures", _ numbers: [Int], _ warning: String
  ) -> String? {
    guard let first = numbers.first else { return nil }
    let more = numbers.count > 1 ? " and \(numbers.count - 1) more" : ""
    return "\(list)[\(first)]\(more): \(warning)"
  }

  private static func points(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\((value * 100).rounded() / 100)"
  }

  package func write(to object: inout JSONObjectWriter) {
    object.member("name", name)
    object.member("kind", kind)
    object.member("entries", entries)
    object.member("duration", duration)
    object.member("lowest", range.lowerBound)
    object.member("highest", range.upperBound)
    object.member("first", firstOffset)
    object.member("last", lastOffset)
    object.member("fps", framesPerSecond)
    object.member("frames", frames)
    object.member("events", events)
    object.member("warnings", warnings)
  }
}
