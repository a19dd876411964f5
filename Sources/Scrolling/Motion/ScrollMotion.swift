import Numerics

/// A curve played in one scene: the offset at every moment.
public struct ScrollMotion: Hashable, Sendable {
  private enum Path: Hashable, Sendable {
    case samples(SampleTrack)
    case keyframes([Keyframe])
    case segments([MotionSegment])
  }

  /// What it was played in.
  public let environment: ScrollEnvironment
  /// Whether events carry whole device pixels.
  public let snaps: Bool
  /// Seconds from the start to the end of the curve, 0...
  public let duration: Double
  /// How the curve ends.
  public let ending: Ending
  private let path: Path

  /// What the scroll view does when the curve ends.
  public enum Ending: Hashable, Sendable {
    case atRest
    /// A deceleration or a bounce is cut off.
    case moving
    /// A drag was never let go.
    case fingerDown
  }

  /// Plays `curve`.
  public init(_ curve: ScrollCurve, in environment: ScrollEnvironment) {
    self.environment = environment
    snaps = curve.snaps
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
    }
  }

  /// The offset in points from rest, exact; before the start and after the end those of the ends.
  public func offset(at time: Double) -> Double {
    let moment = min(max(0, time), duration)
    switch path {
    case .samples(let track): return track.offset(at: moment)
    case .keyframes(let keyframes): return ScrollMotion.offset(in: keyframes, at: moment)
    case .segments(let segments): return segments.offset(at: moment)
    }
  }

  /// The offset as it is reported: a multiple of one device pixel, unless the curve switches that
  /// off; never a negative zero.
  public func reportedOffset(at time: Double) -> Double {
    let exact = offset(at: time)
    return snaps ? environment.snapped(exact) : exact + 0
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
    guard next < keyframes.count else { return from.offset }
    let to = keyframes[next]
    let progress = (time - from.time) / (to.time - from.time)
    return from.offset + (to.offset - from.offset) * from.easing.value(at: progress)
  }
}
