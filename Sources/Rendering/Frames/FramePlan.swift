package import Files
package import HeaderModel
import ImageCodecs
package import Numerics
package import Scrolling

/// The frames of an animation: which state each shows, and for how long.
package struct FramePlan: Sendable {
  /// One frame.
  package struct Frame: Hashable, Sendable {
    /// Seconds from the start of the curve.
    package let time: Double
    package let state: HeaderState
    /// Whether the content moved within the last moments.
    package let isScrolling: Bool
    package let duration: RationalTime
  }

  package let frames: [Frame]
  package let rate: RationalTime

  /// Feeds the curve's events to the machine and takes the state after the last event at or before
  /// each frame.
  package init(
    _ request: RenderRequest, scene: ResolvedScene, curve: ScrollCurve,
    clock: StageClock = StageClock()
  ) throws(HeaderKitError) {
    let (options, count, timeline, events) = try clock.measure(.events) {
      () throws(HeaderKitError) in
      let motion = ScrollMotion(curve, in: scene.scrollEnvironment)
      let (options, count) = try FramePlan.timing(request, curve: curve, motion: motion)
      let timeline = FrameTimeline(duration: motion.duration, options: options)
      return (
        options, count, timeline, motion.events(rate: request.eventRate, timeline: timeline)
      )
    }
    rate = options.rate
    frames = try clock.measure(.states) { () throws(HeaderKitError) in
      try FramePlan.frames(
        request, machine: scene.machine, count: count, timeline: timeline, events: events)
    }
  }

  private static func frames(
    _ request: RenderRequest, machine: HeaderMachine, count: Int, timeline: FrameTimeline,
    events: [ScrollEvent]
  ) throws(HeaderKitError) -> [Frame] {
    var machine = machine
    let launch = machine.state
    let states = events.map { machine.receive(offset: $0.offset) }
    var frames: [Frame] = []
    frames.reserveCapacity(count)
    for (frame, last) in zip(timeline.frames, timeline.lastEvents(in: events)) {
      guard
        let duration = RationalTime(
          numerator: frame.duration.numerator, denominator: frame.duration.denominator)
      else {
        throw HeaderKitError(.badData, reason: "a frame of \(frame.duration.value) s is too long")
      }
      frames.append(
        Frame(
          time: frame.time, state: last.map { states[$0] } ?? launch,
          isScrolling: ScrollIndicator.isShown(at: frame.time, lastEvent: last, of: events),
          duration: duration))
    }
    if let range = request.frames {
      guard range.lowerBound >= 0, range.upperBound < frames.count else {
        throw HeaderKitError.frames(range, beyond: frames.count)
      }
      frames = Array(frames[range])
    }
    return frames
  }

  /// Files that the frames make where each is shown for one interval of the rate: one that is held is
  /// repeated. Throws for more than `limit`.
  package func files(limit: Int) throws(HeaderKitError) -> Int {
    let time = frames.map(\.duration).reduce(.zero, +)
    let count = OutputFactory.interval(of: rate).map { time.intervals(of: $0) } ?? frames.count
    guard count <= limit else {
      throw HeaderKitError(
        .badData, subject: .place("frames"),
        reason: "\(count.grouped), those that are held repeated, are more than \(limit.grouped)",
        remedy: "hold shorter, or raise the limit with \(.frameLimit)")
    }
    return count
  }

  /// The timeline's options and the number of its frames, within the limit.
  package static func timing(
    _ request: RenderRequest, curve: ScrollCurve, motion: ScrollMotion
  ) throws(HeaderKitError) -> (options: FrameTimeline.Options, count: Int) {
    var options = FrameTimeline.Options(rate: request.framesPerSecond ?? curve.frameRate)
    options.speed = request.speed
    options.holdFirst = request.holdFirst
    options.holdLast = request.holdLast
    options.boomerang = request.boomerang
    let limit = request.header.limits.frames
    let count = FrameTimeline.count(duration: motion.duration, options: options)
    guard count <= limit else {
      throw HeaderKitError(
        .badData, subject: .place("frames"),
        reason: "\(count.grouped) are more than \(limit.grouped)",
        remedy: "lower \(.framesPerSecond), or raise the limit with \(.frameLimit)")
    }
    return (options, count)
  }
}
