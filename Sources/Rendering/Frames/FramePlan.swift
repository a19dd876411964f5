package import FileAccess
package import HeaderModel
package import PortableMath
package import Scrolling

/// The frames of an animation: the event that each one shows, and its duration.
package struct FramePlan: Sendable {
  package struct Frame: Hashable, Sendable {
    /// The time from the start of the curve, in seconds.
    package let time: Double
    /// The index of the last event at or before `time`, or `nil` if there is none.
    package let lastEvent: Int?
    /// Whether the scroll indicator is visible.
    package let isScrolling: Bool
    package let duration: RationalTime
  }

  package let frames: [Frame]
  /// All events of the curve, also those that no frame shows.
  package let events: [ScrollEvent]
  /// The frame rate, per second.
  package let rate: RationalTime
  /// The positions of the finger on the screen.
  package let fingers: FingerPath

  /// Plays the curve and assigns to each frame the last event at or before it.
  ///
  /// - Throws: `.badData` for a frame that is too long; an error if `request.playback.frames`
  ///   exceeds the animation.
  package init(
    _ request: RenderRequest, scene: ResolvedScene, curve: ScrollCurve
  ) throws(HeaderKitError) {
    let timing = try FrameTiming(
      request, curve: curve, header: scene.header, scale: scene.device.scale)
    rate = timing.options.rate
    events = timing.playback.events
    fingers = FingerPath(timing.playback.motion, on: scene.device)
    let timeline = timing.timeline
    var frames: [Frame] = []
    frames.reserveCapacity(timeline.frames.count)
    for (frame, last) in zip(timeline.frames, timeline.lastEvents(in: events)) {
      let stated = frame.duration
      guard let duration = RationalTime(duration: stated.numerator, over: stated.denominator) else {
        throw HeaderKitError(.badData, reason: "a frame of \(stated.value) s is too long")
      }
      frames.append(
        Frame(
          time: frame.time, lastEvent: last,
          isScrolling: ScrollIndicator.isShown(at: frame.time, lastEvent: last, of: events),
          duration: duration))
    }
    if let range = request.playback.frames {
      guard range.lowerBound >= 0, range.upperBound < frames.count else {
        throw HeaderKitError.frames(range, beyond: frames.count)
      }
      frames = Array(frames[range])
    }
    self.frames = frames
  }

  var duration: RationalTime { frames.map(\.duration).reduce(.zero, +) }

  /// Returns the number of frames of an output with a constant frame rate, which repeats frames
  /// that are held.
  ///
  /// - Throws: An error if the number exceeds `limits`.
  package func files(within limits: RenderLimits) throws(HeaderKitError) -> Int {
    let count = rate.inverse.map { duration.intervals(of: $0) } ?? frames.count
    try limits.check(
      frames: count, ", counting repeats of held frames,",
      remedy: "shorten the holds, or ")
    return count
  }
}

/// The number and times of a request's frames, and the playback of its curve.
package struct FrameTiming {
  package let options: PlaybackOptions
  /// The number of frames, before `PlaybackOptions.frames` selects some of them.
  package let count: Int
  package let playback: CurvePlayback

  /// - Parameter scale: Device pixels per point.
  package init(
    _ request: RenderRequest, curve: ScrollCurve, header: HeaderInterpreter, scale: Double
  ) throws(HeaderKitError) {
    var options = request.playback
    options.framesPerSecond = options.framesPerSecond ?? curve.frameRate
    if let source = request.frameTimes {
      guard options.speed == 1 else {
        throw HeaderKitError(
          .usage, subject: .property(.speed),
          reason: "frames have the times of \(option: .frameTimes)",
          remedy: "leave one of them out")
      }
      options.moments = try CurveFile.times(source, limits: request.header.limits)
    }
    self.options = options
    func check(_ count: Int) throws(HeaderKitError) {
      try request.header.limits.check(frames: count, remedy: "lower \(option: .fps), or ")
    }
    playback = try CurvePlayback(
      curve, file: request.curve.files.first, under: header, scale: scale,
      rate: request.eventRate, frames: options
    ) { duration throws(HeaderKitError) in
      try check(FrameTimeline.count(duration: duration, options: options))
    }
    count = FrameTimeline.count(
      duration: playback.motion.duration, settlingTime: playback.settlingTime, options: options)
    try check(count)
  }

  package var timeline: FrameTimeline {
    FrameTimeline(
      duration: playback.motion.duration, settlingTime: playback.settlingTime, options: options)
  }
}
