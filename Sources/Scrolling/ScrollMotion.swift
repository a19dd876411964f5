import PortableMath

/// What a curve's gestures are played in: the scroll view of one scene on one screen.
package struct ScrollEnvironment: Hashable, Sendable {
  /// The height of the scroll view in points, at least 1: the rubber band's dimension.
  package let viewportHeight: Double
  /// The offset from rest, in points, at which the content's end is reached; 0 when it fits.
  package let largestOffset: Double
  /// Device pixels a point, 1...
  package let scale: Int

  /// Values below the least allowed are raised to it.
  package init(viewportHeight: Double, largestOffset: Double, scale: Int) {
    self.viewportHeight = max(1, viewportHeight)
    self.largestOffset = max(0, largestOffset)
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
  private enum Path: Hashable, Sendable {
    case samples(SampleTrack)
    case keyframes([Keyframe])
    case segments([MotionSegment])
  }

  /// What it was played in.
  package let environment: ScrollEnvironment
  /// Whether events carry whole device pixels.
  public let snaps: Bool
  /// Seconds from the start to the end of the curve, 0...
  public let duration: Double
  /// How the curve ends.
  public let ending: Ending
  private let path: Path
  /// When a finger was on the glass, in seconds, in order; none for curves without gestures.
  package let touches: [ClosedRange<Double>]
  /// The ways of those fingers.
  package let fingers: [FingerTouch]
  /// Which gestures were limited.
  let limited: GestureLimits

  /// What the scroll view does when the curve ends.
  public enum Ending: Hashable, Sendable {
    case atRest
    /// A deceleration or a bounce is cut off.
    case moving
    /// A drag was never let go.
    case fingerDown
  }

  /// Plays `curve`.
  package init(_ curve: ScrollCurve, in environment: ScrollEnvironment) {
    self.environment = environment
    snaps = curve.snaps
    var limited = GestureLimits()
    var touches: [ClosedRange<Double>] = []
    var fingers: [FingerTouch] = []
    switch curve.course {
    case .samples(let track):
      path = .samples(track)
      duration = track.times[track.times.count - 1]
      ending = .atRest
    case .keyframes(let keyframes):
      path = .keyframes(keyframes)
      duration = keyframes.last?.time ?? 0
      ending = .atRest
    case .gestures(let gestures, let physics):
      var player = GesturePlayer(physics: physics, environment: environment)
      for gesture in gestures { player.play(gesture) }
      path = .segments(player.segments)
      duration = player.time
      ending =
        player.finger != nil ? .fingerDown : player.restTime > player.time ? .moving : .atRest
      limited = player.limited
      touches = player.touches
      fingers = player.fingers
    }
    self.limited = limited
    self.touches = touches
    self.fingers = fingers
  }

  /// The offset in points from rest, exact; before the start and after the end those of the ends. 0
  /// where a curve made without a document holds numbers that are not finite.
  public func offset(at time: Double) -> Double {
    let moment = min(max(0, time), duration)
    let offset =
      switch path {
      case .samples(let track): track.offset(at: moment)
      case .keyframes(let keyframes): ScrollMotion.offset(in: keyframes, at: moment)
      case .segments(let segments): segments.offset(at: moment)
      }
    return offset.isFinite ? offset : 0
  }

  /// The offset as it is reported: a multiple of one device pixel, unless the curve switches that
  /// off; never a negative zero.
  public func reportedOffset(at time: Double) -> Double {
    let exact = offset(at: time)
    return snaps ? environment.snapped(exact) : exact + 0
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

  private static func offset(in keyframes: [Keyframe], at time: Double) -> Double {
    let next = keyframes.partitioningIndex { $0.time > time }
    guard next > 0 else { return keyframes.first?.offset ?? 0 }
    let from = keyframes[next - 1]
    guard next < keyframes.count else { return lastOffset(of: keyframes) }
    let to = keyframes[next]
    let progress = (time - from.time) / (to.time - from.time)
    return from.offset + (to.offset - from.offset) * from.easing.value(at: progress)
  }

  /// As in CSS: what the easing before the last keyframe says of its end.
  private static func lastOffset(of keyframes: [Keyframe]) -> Double {
    guard keyframes.count > 1 else { return keyframes.last?.offset ?? 0 }
    let from = keyframes[keyframes.count - 2]
    let to = keyframes[keyframes.count - 1]
    let end = from.easing.value(at: 1)
    return end == 1 ? to.offset : from.offset + (to.offset - from.offset) * end
  }
}
