package import Files
import ImageCodecs
package import Numerics
package import Scrolling

/// The frames of an animation: which event each shows, and for how long.
package struct FramePlan: Sendable {
  /// One frame.
  package struct Frame: Hashable, Sendable {
    /// Seconds from the start of the curve.
    package let time: Double
    /// The number of the last event at or before it; nil: none was before.
    package let lastEvent: Int?
    /// Whether the content moved within the last moments.
    package let isScrolling: Bool
    package let duration: RationalTime
  }

  package let frames: [Frame]
  package let events: [ScrollEvent]
  package let rate: RationalTime

  /// Plays the curve and takes the last event at or before each frame.
  package init(
    _ request: RenderRequest, scene: ResolvedScene, curve: ScrollCurve,
    clock: StageClock = StageClock()
  ) throws(HeaderKitError) {
    let (plan, rate, events) = try clock.measure(.events) { () throws(HeaderKitError) in
      let motion = ScrollMotion(curve, in: scene.scrollEnvironment)
      let (options, count) = try FramePlan.timing(request, curve: curve, motion: motion)
      let timeline = FrameTimeline(duration: motion.duration, options: options)
      let events = motion.events(rate: request.eventRate, timeline: timeline)
      return (
        try FramePlan.frames(request, count: count, timeline: timeline, events: events),
        options.rate, events
      )
    }
    frames = plan
    self.rate = rate
    self.events = events
  }

  private static func frames(
    _ request: RenderRequest, count: Int, timeline: FrameTimeline, events: [ScrollEvent]
  ) throws(HeaderKitError) -> [Frame] {
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
          time: frame.time, lastEvent: last,
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
