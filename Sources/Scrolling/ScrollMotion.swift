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
    self.viewportHeight = max(1, viewportHeight)
    self.largestOffset = max(0, largestOffset, smallestOffset)
    self.smallestOffset = smallestOffset
    self.scale = max(1, scale)
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
  enum Path: Hashable, Sendable {
    case samples(SampleTrack)
    case keyframes([Keyframe])
    case segments([MotionSegment])

    init(_ course: ScrollCurve.Course) {
      switch course {
      case .samples(let track): self = .samples(track)
      case .keyframes(let keyframes): self = .keyframes(keyframes)
      case .gestures: self = .segments([])
      }
    }

    /// Seconds; of segments, which their gestures decide, 0.
    var duration: Double {
      switch self {
      case .samples(let track): track.times[track.times.count - 1]
      case .keyframes(let keyframes): keyframes.last?.time ?? 0
      case .segments: 0
      }
    }

    /// The exact offset, in points from rest; 0 where a curve made without a document holds numbers
    /// that are not finite.
    func offset(at exact: ExactTime, seconds: Double) -> Double {
      let offset =
        switch self {
        case .samples(let track): track.offset(at: seconds)
        case .keyframes(let keyframes): keyframes.offset(at: exact, seconds: seconds)
        case .segments(let segments): segments.offset(at: exact)
        }
      return offset.isFinite ? offset : 0
    }
  }

  /// What it was played in.
  package let environment: ScrollEnvironment
  /// Whether events carry whole device pixels.
  public let snaps: Bool
  let end: ExactTime
  /// How the curve ends.
  public let ending: Ending
  private let path: Path
  /// When a finger was on the glass, in seconds, in order; none for curves without gestures.
  package let touches: [ClosedRange<Double>]
  /// The ways of those fingers, and of those that tapped and panned, in order.
  package let fingers: [FingerTouch]
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
    self = ScrollSimulation.motion(of: curve, in: environment)
  }

  init(
    path: Path, in environment: ScrollEnvironment, snaps: Bool, end: ExactTime, ending: Ending,
    record: TouchRecord, inputTimes: [Double] = [], limited: GestureLimits
  ) {
    self.path = path
    self.environment = environment
    self.snaps = snaps
    self.end = end
    self.ending = ending
    touches = record.drags
    fingers = record.fingers
    self.inputTimes = inputTimes
    self.limited = limited
    duration = end.seconds
  }

  /// Seconds from the start to the end of the curve, 0...
  public let duration: Double

  /// The offset in points from rest, exact; before the start and after the end those of the ends.
  public func offset(at time: Double) -> Double {
    let moment = min(max(0, time), duration)
    return offset(at: moment == duration ? end : ExactTime(moment), seconds: moment)
  }

  func offset(at exact: ExactTime, seconds: Double) -> Double {
    path.offset(at: exact, seconds: seconds)
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

  /// Whether a finger has moved the content to where it is: from the first change of a drag to the
  /// moment of its release, waits in between included.
  package func isDragging(at time: Double) -> Bool {
    touches.contains { $0.lowerBound < time && time <= $0.upperBound }
  }

  /// The moments that are events by themselves: the samples of a curve that holds them.
  var ownMoments: [Double]? {
    guard case .samples(let track) = path, track.interpolation == .hold else { return nil }
    return track.times
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
