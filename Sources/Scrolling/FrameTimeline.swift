public import PortableMath

/// How fast frames follow each other, which are shown, and how they are repeated.
public struct PlaybackOptions: Hashable, Sendable {
  /// Frames a second, positive; nil: the own rate of what is shown, else 30.
  public var framesPerSecond: RationalTime?
  /// Seconds of the curve, or of the animation that is encoded, that pass in a second, positive.
  public var speed: RationalTime = 1
  /// Seconds that the first frame is shown longer, 0...
  public var holdFirst: RationalTime = 0
  /// Seconds that the last frame is shown longer, 0...
  public var holdLast: RationalTime = 0
  /// Whether the frames between the ends are shown once more backwards, so that a loop has no jump.
  public var boomerang = false
  /// Seconds of the curve, rising: when frames begin and the last ends; nil: by rate and speed.
  package var moments: [Double]?
  /// The frames that are kept, counted from 0 in the order of showing; nil: all.
  public var frames: ClosedRange<Int>?

  /// Every frame once.
  public init(framesPerSecond: RationalTime? = nil) { self.framesPerSecond = framesPerSecond }
  package var rate: RationalTime { framesPerSecond ?? ScrollCurve.standardFramesPerSecond }

  /// One division of exact numbers: ticks of different rates that meet are the same Double.
  func moment(_ number: Int) -> Double {
    let step = Double(speed.numerator) * Double(rate.denominator)
    return Double(number) * step / (Double(speed.denominator) * Double(rate.numerator))
  }

  func exactMoment(_ number: Int) -> ExactTime {
    rate.inverse?.multiplied(by: speed).map { ExactTime(number, stepsOf: $0) }
      ?? ExactTime(moment(number))
  }
}

/// The frames of an animation: which moment of the curve each shows, and for how long.
///
/// Forward frames stand at multiples of speed / rate from 0 on, the last one at the curve's end;
/// each is shown for one frame of the rate. A curve in which no time passes has one frame. Where the
/// header goes on moving by itself, frames at the same distance follow until it has come to rest.
package struct FrameTimeline: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    /// The moment of the curve that is shown, in seconds.
    package let time: Double
    /// Seconds for which it is shown, exact.
    package let duration: RationalTime
  }

  /// In the order of showing, at least one.
  package let frames: [Frame]
  /// The moments of the forward frames: they increase.
  package let moments: [Double]

  /// All frames over `duration` seconds, then until the header has come to rest.
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

  /// How many frames the initializer makes, counted up to some 10^12.
  package static func count(
    duration: Double, settlingTime: Double = 0, options: PlaybackOptions = PlaybackOptions()
  ) -> Int {
    let rest = options.moments == nil ? forwardCount(settlingTime - duration, options) - 1 : 0
    let forward = forwardCount(duration, options) + rest
    return options.boomerang && forward > 2 ? 2 * forward - 2 : forward
  }

  /// The number of the last event at or before each frame, nil before the first event.
  package func lastEvents(in events: [ScrollEvent]) -> [Int?] {
    frames.map { frame in
      let next = events.partitioningIndex { $0.time > frame.time }
      return next > 0 ? next - 1 : nil
    }
  }

  /// 0, speed / rate, 2 speed / rate, ... and `duration`; the options' own moments where they have any.
  private static func moments(over duration: Double, options: PlaybackOptions) -> [Double] {
    let last = forwardCount(duration, options) - 1
    return (0...last).map { options.moments?[$0] ?? ($0 == last ? duration : options.moment($0)) }
  }

  /// The same without rounding, up to the curve's end.
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

  /// Within a millionth of a frame of the end is the end: sums of decimal times are not exact.
  private static func forwardCount(_ duration: Double, _ options: PlaybackOptions) -> Int {
    if let moments = options.moments { return max(1, moments.count - 1) }
    let steps = duration * options.rate.value / options.speed.value
    guard steps > 0 else { return 1 }
    guard steps < 1e12 else { return 1_000_000_000_000 }
    return max(1, Int((steps - 1e-6).rounded(.up))) + 1
  }
}

extension [Double] {
  /// Seconds between a moment and the next, exact, so that durations add up.
  fileprivate func duration(of index: Int) -> RationalTime? {
    guard let start = RationalTime(simplest: self[index]),
      let end = RationalTime(simplest: self[index + 1])
    else { return nil }
    return end - start
  }
}

extension RationalTime {
  /// The simplest fraction within half of the last of a curve's six decimals: 0.016667 is 1/60.
  fileprivate init?(simplest time: Double) {
    var (low, high) = (time - 0.5e-6, time + 0.5e-6)
    // The convergents of what the continued fractions of both ends have in common.
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
