package import PortableMath

/// The scroll view of one scene on one screen, in which gestures are played.
package struct ScrollEnvironment: Hashable, Sendable {
  /// The height of the scroll view in points, at least 1. It is the rubber band's dimension.
  package let viewportHeight: Double
  /// The largest offset at rest, in points. 0 if the content fits into the scroll view.
  package let largestOffset: Double
  /// The smallest offset at rest, in points. 0 unless the header specifies another.
  package let smallestOffset: Double
  /// The device pixels per point, 1 or more.
  package let scale: Double

  /// Creates an environment. Values below their minimum are raised to it.
  package init(
    viewportHeight: Double, largestOffset: Double, smallestOffset: Double = 0, scale: Double
  ) {
    self.viewportHeight = max(1, viewportHeight)
    self.scale = max(1, scale)
    self.largestOffset = max(0, largestOffset, smallestOffset)
    self.smallestOffset = smallestOffset
  }

  /// The size of one device pixel in points.
  package var pixel: Double { 1 / scale }

  /// Returns `offset` rounded to a multiple of one device pixel, ties away from zero. Never a
  /// negative zero.
  package func snapped(_ offset: Double) -> Double {
    (offset * scale).rounded(.toNearestOrAwayFromZero) / scale + 0
  }
}

/// A curve played in one scene, with the offset at every time.
public struct ScrollMotion: Hashable, Sendable {
  package let environment: ScrollEnvironment
  /// Whether reported offsets are rounded to whole device pixels.
  public let snaps: Bool
  /// The duration of the curve in seconds, 0 or more.
  public let duration: Double
  /// The exact end of the curve. `duration` is the nearest `Double`.
  let end: ExactTime
  /// The state of the scroll view at the end of the curve.
  public let ending: Ending
  let course: ScrollCurve.Course
  /// The motion of played gestures. Empty for samples and keyframes.
  private let segments: [MotionSegment]
  /// The drags, taps and pans in order of their starts.
  package let fingers: [FingerTouch]
  /// The time ranges of the drags in seconds, in order.
  package let touches: [ClosedRange<Double>]
  /// The times of all input values in seconds, sorted and unique.
  package let inputTimes: [Double]
  /// The gestures and inputs to warn of.
  let gestureWarnings: GestureWarnings

  /// The state of the scroll view at the end of a curve.
  public enum Ending: Hashable, Sendable {
    case atRest
    /// The content still decelerates or bounces.
    case moving
    /// A finger still drags.
    case fingerDown
  }

  /// Plays `curve` under a header without rules.
  package init(_ curve: ScrollCurve, in environment: ScrollEnvironment) {
    let header = StillContent(edges: environment.smallestOffset...environment.largestOffset)
    do {
      var simulation = try ScrollSimulation(curve, in: environment, header: header, ticks: nil)
      self = try simulation.run(curve)
    } catch {
      // Content without a header has no rules or inputs that could fail.
      self = ScrollMotion(curve, in: environment, segments: [])
    }
  }

  init(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, segments: [MotionSegment],
    end: ExactTime = .zero, ending: Ending = .atRest, fingers: [FingerTouch] = [],
    gestureWarnings: GestureWarnings = GestureWarnings()
  ) {
    course = curve.course
    snaps = curve.snaps
    inputTimes = Set(curve.inputs.tracks.flatMap(\.times)).sorted()
    self.environment = environment
    self.segments = segments
    self.end = end
    self.ending = ending
    self.fingers = fingers
    self.gestureWarnings = gestureWarnings
    let duration = end.seconds
    self.duration = duration
    touches = fingers.filter { !$0.isTap && !$0.isPan }.map { $0.start...min($0.end, duration) }
  }

  /// The exact offset in points from rest. `time` is clamped to 0...`duration`.
  public func offset(at time: Double) -> Double {
    let moment = min(max(0, time), duration)
    return offset(at: moment == duration ? end : ExactTime(moment), seconds: moment)
  }

  func offset(at exact: ExactTime, seconds: Double) -> Double {
    course.offset(at: exact, seconds: seconds, played: segments)
  }

  /// The offset in points from rest as events report it: rounded to a device pixel if `snaps`.
  /// Never a negative zero.
  public func reportedOffset(at time: Double) -> Double { reported(offset(at: time)) }
  func reported(_ exact: Double) -> Double { snaps ? environment.snapped(exact) : exact + 0 }

  /// The times and offsets at each tick of `rate` and at the curve's end.
  package func ticks(rate: RationalTime, snaps: Bool) -> [(time: Double, offset: Double)] {
    let ticks = FrameTimeline.ticks(to: end, options: PlaybackOptions(framesPerSecond: rate))
    return ticks.map { exact, seconds in
      let offset = offset(at: exact, seconds: seconds)
      return (seconds, snaps ? reported(offset) : offset)
    }
  }

  /// Whether a finger drags at `time`: after the start of a drag and up to its release, including
  /// pauses.
  package func isDragging(at time: Double) -> Bool {
    touches.contains { $0.lowerBound < time && time <= $0.upperBound }
  }
}

extension ScrollCurve.Course {
  /// The key of the list of a curve document that contains taps.
  var tapListKey: String { if case .samples = self { "events" } else { "gestures" } }

  /// The duration in seconds. 0 for gestures, whose duration is known only after playing.
  var duration: Double {
    switch self {
    case .samples(let track): track.times[track.times.count - 1]
    case .keyframes(let keyframes): keyframes.last?.time ?? 0
    case .gestures: 0
    }
  }

  /// The sample times if the samples use the interpolation `hold`, else `nil`.
  var heldTimes: [Double]? {
    guard case .samples(let track) = self, track.interpolation == .hold else { return nil }
    return track.times
  }

  /// The offset in points. 0 if a curve made without a document contains non-finite numbers.
  func offset(at exact: ExactTime, seconds: Double, played segments: [MotionSegment]) -> Double {
    let offset =
      switch self {
      case .samples(let track): track.offset(at: seconds)
      case .keyframes(let keyframes): keyframes.offset(at: exact, seconds: seconds)
      case .gestures: segments.offset(at: exact)
      }
    return offset.isFinite ? offset : 0
  }
}

extension [Keyframe] {
  /// The interpolated value at a time, in points or in the input's units. Before the first keyframe
  /// it is the first value.
  func offset(at exact: ExactTime, seconds: Double) -> Double {
    let next = partitioningIndex { $0.time > seconds }
    guard next > 0 else { return first?.offset ?? 0 }
    let from = self[next - 1]
    guard next < count else { return lastOffset }
    let to = self[next]
    let progress: Double
    if case .steps = from.easing {
      let start = ExactTime(from.time)
      progress = from.easing.value(after: exact - start, of: ExactTime(to.time) - start)
    } else {
      progress = from.easing.value(at: (seconds - from.time) / (to.time - from.time))
    }
    return from.offset + (to.offset - from.offset) * progress
  }

  /// The value after the last keyframe. As in CSS, it is the last easing's value at progress 1,
  /// which differs from the keyframe for some step easings.
  private var lastOffset: Double {
    guard count > 1 else { return last?.offset ?? 0 }
    let from = self[count - 2]
    let to = self[count - 1]
    let end = from.easing.value(at: 1)
    return end == 1 ? to.offset : from.offset + (to.offset - from.offset) * end
  }
}
