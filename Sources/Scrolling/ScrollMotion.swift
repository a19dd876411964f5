package import PortableMath

/// What a curve's gestures are played in: the scroll view of one scene on one screen.
package struct ScrollEnvironment: Hashable, Sendable {
  /// The height of the scroll view in points, at least 1: the rubber band's dimension.
  package let viewportHeight: Double
  /// The offset from rest, in points, at which the content's end is reached; 0 when it fits.
  package let largestOffset: Double
  /// The offset at rest at which the content's start is reached; 0 but for a header that says another.
  package let smallestOffset: Double
  /// Device pixels a point, 1...
  package let scale: Int

  /// Values below the least allowed are raised to it.
  package init(
    viewportHeight: Double, largestOffset: Double, smallestOffset: Double = 0, scale: Int
  ) {
    (self.viewportHeight, self.scale) = (max(1, viewportHeight), max(1, scale))
    self.largestOffset = max(0, largestOffset, smallestOffset)
    self.smallestOffset = smallestOffset
  }

  /// One device pixel in points.
  package var pixel: Double { 1 / Double(scale) }

  /// The nearest multiple of one device pixel, halves away from zero; never a negative zero.
  package func snapped(_ offset: Double) -> Double {
    (offset * Double(scale)).rounded(.toNearestOrAwayFromZero) / Double(scale) + 0
  }
}

/// A curve played in one scene: the offset at every moment.
public struct ScrollMotion: Hashable, Sendable {
  package let environment: ScrollEnvironment
  /// Whether events carry whole device pixels.
  public let snaps: Bool
  /// Seconds from the start to the end of the curve, 0...
  public let duration: Double
  let end: ExactTime
  /// How the curve ends.
  public let ending: Ending
  let course: ScrollCurve.Course
  /// What a course of gestures came to.
  private let segments: [MotionSegment]
  /// The ways of fingers that dragged, tapped and panned, in order.
  package let fingers: [FingerTouch]
  /// When a finger was on the glass to drag, in seconds, in order.
  package let touches: [ClosedRange<Double>]
  /// When the curve says something of inputs, in seconds, in order.
  package let inputTimes: [Double]
  let limited: GestureLimits

  /// What the scroll view does when the curve ends.
  public enum Ending: Hashable, Sendable {
    case atRest
    /// A deceleration or a bounce is cut off.
    case moving
    /// A drag was never let go.
    case fingerDown
  }

  /// Plays `curve` under a header that answers nothing.
  package init(_ curve: ScrollCurve, in environment: ScrollEnvironment) {
    let header = StillContent(edges: environment.smallestOffset...environment.largestOffset)
    do {
      var simulation = try ScrollSimulation(curve, in: environment, header: header, ticks: nil)
      self = try simulation.run(curve)
    } catch {
      // Content without a header asks for nothing that could be missing.
      self = ScrollMotion(curve, in: environment, segments: [])
    }
  }

  init(
    _ curve: ScrollCurve, in environment: ScrollEnvironment, segments: [MotionSegment],
    end: ExactTime = .zero, ending: Ending = .atRest, fingers: [FingerTouch] = [],
    limited: GestureLimits = GestureLimits()
  ) {
    course = curve.course
    snaps = curve.snaps
    inputTimes = Set(curve.inputs.tracks.flatMap(\.times)).sorted()
    (self.environment, self.segments, self.end) = (environment, segments, end)
    (self.ending, self.fingers, self.limited) = (ending, fingers, limited)
    let duration = end.seconds
    self.duration = duration
    touches = fingers.filter { !$0.isTap && !$0.isPan }.map { $0.start...min($0.end, duration) }
  }

  /// The offset in points from rest, exact; before the start and after the end those of the ends.
  public func offset(at time: Double) -> Double {
    let moment = min(max(0, time), duration)
    return offset(at: moment == duration ? end : ExactTime(moment), seconds: moment)
  }

  func offset(at exact: ExactTime, seconds: Double) -> Double {
    course.offset(at: exact, seconds: seconds, played: segments)
  }

  /// The offset as it is reported: a multiple of one device pixel, unless the curve switches that
  /// off; never a negative zero.
  public func reportedOffset(at time: Double) -> Double { reported(offset(at: time)) }
  func reported(_ exact: Double) -> Double { snaps ? environment.snapped(exact) : exact + 0 }

  /// Times and offsets at each tick of `rate` and the curve's end.
  package func ticks(rate: RationalTime, snaps: Bool) -> [(time: Double, offset: Double)] {
    let ticks = FrameTimeline.ticks(to: end, options: PlaybackOptions(framesPerSecond: rate))
    return ticks.map { exact, seconds in
      let offset = offset(at: exact, seconds: seconds)
      return (seconds, snaps ? reported(offset) : offset)
    }
  }

  /// From the first change of a drag to the moment of its release, waits in between included.
  package func isDragging(at time: Double) -> Bool {
    touches.contains { $0.lowerBound < time && time <= $0.upperBound }
  }
}

extension ScrollCurve.Course {
  /// Seconds; of gestures, which decide it as they are played, 0.
  var duration: Double {
    switch self {
    case .samples(let track): track.times[track.times.count - 1]
    case .keyframes(let keyframes): keyframes.last?.time ?? 0
    case .gestures: 0
    }
  }

  /// The times of samples that hold; nil: it has none.
  var heldTimes: [Double]? {
    guard case .samples(let track) = self, track.interpolation == .hold else { return nil }
    return track.times
  }

  /// In points; 0 where a curve made without a document holds numbers that are not finite.
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
  /// What is said at a time, in points or units; before the first keyframe that of the first.
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

  /// As in CSS: what the easing before the last keyframe says of its end.
  private var lastOffset: Double {
    guard count > 1 else { return last?.offset ?? 0 }
    let from = self[count - 2]
    let to = self[count - 1]
    let end = from.easing.value(at: 1)
    return end == 1 ? to.offset : from.offset + (to.offset - from.offset) * end
  }
}
