public import PortableMath

/// Frame rate, speed, frame selection and repetition of an animation.
public struct PlaybackOptions: Hashable, Sendable {
  /// The frame rate in frames per second, above 0. `nil` uses the rate of the curve or animation,
  /// else 30.
  public var framesPerSecond: RationalTime?
  /// The playback speed, above 0: seconds of the curve or animation per second of output.
  public var speed: RationalTime = 1
  /// The additional time in seconds for which the first frame is shown, 0 or more.
  public var holdFirst: RationalTime = 0
  /// The additional time in seconds for which the last frame is shown, 0 or more.
  public var holdLast: RationalTime = 0
  /// Whether the frames between the ends are repeated in reverse, so that a loop has no jump.
  public var boomerang = false
  /// The frame boundaries in seconds of the curve, increasing: the start of each frame and the end
  /// of the last one. `nil` computes them from rate and speed.
  package var moments: [Double]?
  /// The range of frames to keep, counted from 0 in display order. `nil` keeps all frames.
  public var frames: ClosedRange<Int>?

  /// Shows every frame once.
  public init(framesPerSecond: RationalTime? = nil) { self.framesPerSecond = framesPerSecond }
  package var rate: RationalTime { framesPerSecond ?? ScrollCurve.standardFramesPerSecond }

  /// The time of a tick in seconds. A single division keeps equal times of different rates equal as
  /// Doubles.
  func moment(_ number: Int) -> Double {
    let step = Double(speed.numerator) * Double(rate.denominator)
    return Double(number) * step / (Double(speed.denominator) * Double(rate.numerator))
  }

  func exactMoment(_ number: Int) -> ExactTime {
    rate.inverse?.multiplied(by: speed).map { ExactTime(number, stepsOf: $0) }
      ?? ExactTime(moment(number))
  }
}

/// The frames of an animation, each with its time in the curve and its duration.
///
/// Forward frames are at multiples of speed / rate from 0 on; the last one is at the curve's end.
/// Each is shown for one frame of the rate. A curve of duration 0 has one frame. If the header
/// continues to move by itself, more frames follow at the same interval until it rests.
package struct FrameTimeline: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    /// The time in the curve, in seconds.
    package let time: Double
    /// The exact display duration in seconds.
    package let duration: RationalTime
  }

  /// The frames in display order. At least one.
  package let frames: [Frame]
  /// The times of the forward frames in seconds, increasing.
  package let moments: [Double]

  /// Creates the frames for `duration` seconds of the curve and for the header's motion up to
  /// `settlingTime`.
  package init(
    duration: Double, settlingTime: Double = 0, options: PlaybackOptions = PlaybackOptions()
  ) {
    var moments = FrameTimeline.moments(over: duration, options: options)
    if options.moments == nil {
      let rest = FrameTimeline.moments(over: settlingTime - duration, options: options)
      moments += rest.dropFirst().map { min(duration + $0, settlingTime) }
    }
    self.moments = moments
    let last = moments.count - 1
    var durations = moments.indices.map {
      options.moments?.duration(of: $0) ?? options.rate.inverse ?? 1
    }
    durations[0] = durations[0] + options.holdFirst
    durations[last] = durations[last] + options.holdLast
    var list = zip(moments, durations).map { Frame(time: $0, duration: $1) }
    if options.boomerang, list.count > 2 { list += list[1..<last].reversed() }
    frames = list
  }

  /// Returns the number of frames that the initializer creates, without creating them. Each part is
  /// limited to 10^12.
  package static func count(
    duration: Double, settlingTime: Double = 0, options: PlaybackOptions = PlaybackOptions()
  ) -> Int {
    let rest = options.moments == nil ? forwardCount(settlingTime - duration, options) - 1 : 0
    let forward = forwardCount(duration, options) + rest
    return options.boomerang && forward > 2 ? 2 * forward - 2 : forward
  }

  /// The index of the last event at or before each frame. `nil` before the first event.
  package func lastEvents(in events: [ScrollEvent]) -> [Int?] {
    frames.map { frame in
      let next = events.partitioningIndex { $0.time > frame.time }
      return next > 0 ? next - 1 : nil
    }
  }

  /// Returns 0, speed / rate, 2 speed / rate, ... and `duration`, or the options' own moments.
  private static func moments(over duration: Double, options: PlaybackOptions) -> [Double] {
    let last = forwardCount(duration, options) - 1
    return (0...last).map { options.moments?[$0] ?? ($0 == last ? duration : options.moment($0)) }
  }

  /// Returns the same times exactly, without rounding, up to the curve's end.
  static func ticks(
    to end: ExactTime, options: PlaybackOptions
  ) -> some Sequence<(exact: ExactTime, seconds: Double)> {
    let duration = end.seconds
    let last = forwardCount(duration, options) - 1
    return (0...last).lazy.map {
      if let moment = options.moments?[$0] { return (ExactTime(moment), moment) }
      return $0 == last ? (end, duration) : (options.exactMoment($0), options.moment($0))
    }
  }

  /// Returns the number of forward frames. A tick within a millionth of a frame of the end counts
  /// as the end, because sums of decimal times are not exact.
  private static func forwardCount(_ duration: Double, _ options: PlaybackOptions) -> Int {
    if let moments = options.moments { return max(1, moments.count - 1) }
    let steps = duration * options.rate.value / options.speed.value
    guard steps > 0 else { return 1 }
    guard steps < 1e12 else { return 1_000_000_000_000 }
    return max(1, Int((steps - 1e-6).rounded(.up))) + 1
  }
}

extension [Double] {
  /// The exact time in seconds from one moment to the next, so that durations add up.
  fileprivate func duration(of index: Int) -> RationalTime? {
    guard let start = RationalTime(simplest: self[index]),
      let end = RationalTime(simplest: self[index + 1])
    else { return nil }
    return end - start
  }
}

extension RationalTime {
  /// Finds the simplest fraction within half a microsecond, the precision of a curve's six
  /// decimals: 0.016667 is 1/60.
  fileprivate init?(simplest time: Double) {
    var (low, high) = (time - 0.5e-6, time + 0.5e-6)
    // The common prefix of both ends' continued fractions, as convergents.
    var (before, last) = ((1, 0), (0, 1))
    while true {
      let whole = low.rounded(.up) <= high ? low.rounded(.up) : low.rounded(.down)
      guard whole.magnitude < 1e12 else { return nil }
      (before, last) = ((before.0 * Int(whole) + last.0, before.1 * Int(whole) + last.1), before)
      if whole >= low { break }
      (low, high) = (1 / (high - whole), 1 / (low - whole))
    }
    self.init(before.0, over: before.1)
  }
}
