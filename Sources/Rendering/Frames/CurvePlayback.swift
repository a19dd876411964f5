package import FileAccess
package import HeaderModel
package import PortableMath
package import Scrolling
import StrictJSON

/// A curve played with a header: the motion of the content and the scroll events that it causes.
package struct CurvePlayback {
  package let curve: ScrollCurve
  package let motion: ScrollMotion
  /// The events that the header receives, in chronological order.
  package let events: [ScrollEvent]
  /// The time in seconds at which the last transition started by an event ends. 0 without
  /// transitions.
  package let settlingTime: Double
  /// Whether the header or the curve uses more than offsets: touches, rests, taps or inputs.
  package let isInteractive: Bool

  /// The time in seconds at which both the curve and all transitions have ended.
  package var end: Double { max(motion.duration, settlingTime) }

  /// - Parameters:
  ///   - file: The curve's name in messages.
  ///   - frames: The frame times, used if `rate` is one event per frame.
  ///   - check: Called with the curve's duration in seconds before events are listed, so that it
  ///     can reject curves that are too long.
  /// - Throws: The errors of `check`; `.badData` if the header cannot be evaluated or the curve
  ///   refers to a layer or an input that the header does not have.
  package init(
    _ curve: ScrollCurve, file: String? = nil, under header: HeaderInterpreter, scale: Double,
    rate: EventRate, frames: PlaybackOptions,
    check: (Double) throws(HeaderKitError) -> Void = { _ throws(HeaderKitError) in }
  ) throws(HeaderKitError) {
    self.curve = curve
    let environment = ScrollEnvironment(of: header, scale: scale)
    isInteractive = header.isInteractive || curve.isInteractive
    guard isInteractive else {
      motion = ScrollMotion(curve, in: environment)
      try check(motion.duration)
      let events = motion.events(rate: rate, frames: frames)
      self.events = events
      guard header.document.hasTransitions else {
        settlingTime = 0
        return
      }
      settlingTime = try HeaderKitError.evaluating { () throws(EvaluationError) in
        var header = header
        for event in events { try header.receive(event) }
        return header.settlingTime ?? 0
      }
      return
    }
    do {
      let played = try ScrollSimulation.play(
        curve, in: environment, header: header, rate: rate, frames: frames)
      motion = played.motion
      events = played.events
      settlingTime = played.header.settlingTime ?? 0
    } catch {
      switch error {
      case .header(let error): throw HeaderKitError(error)
      case .curve(let keyPath, let message):
        let placed = curve.error(at: keyPath, message)?.description
        let plain = (file.map { $0 + ": " } ?? "") + keyPath + ": " + message
        throw HeaderKitError(.badData, reason: MessageText(placed ?? plain))
      }
    }
    try check(motion.duration)
  }

  /// Loads and plays a curve. If `rate` is one event per frame, frames have the curve's own rate.
  package init(
    _ source: CurveSource, under header: HeaderInterpreter, scale: Double, rate: EventRate,
    limits: RenderLimits
  ) throws(HeaderKitError) {
    let curve = try CurveFile.load(source, limits: limits)
    try self.init(
      curve, file: source.files.first, under: header, scale: scale, rate: rate,
      frames: PlaybackOptions(framesPerSecond: curve.frameRate))
  }
}

extension ScrollCurve {
  /// The frame rate if the request sets none: the curve's own, else the standard rate.
  package var frameRate: RationalTime { framesPerSecond ?? ScrollCurve.standardFramesPerSecond }
}

/// The rule by which a screen shows the scroll indicator.
package enum ScrollIndicator {
  /// The time in seconds for which the indicator stays visible after the last event.
  private static let delay = 0.4

  /// Returns whether the indicator is visible at `time`, that is, if the content moved less than
  /// `delay` before.
  ///
  /// - Parameter lastEvent: The index of the last event at or before `time`, or `nil` if there is
  ///   none. The first scroll event does not count: it only reports the initial offset.
  package static func isShown(at time: Double, lastEvent: Int?, of events: [ScrollEvent]) -> Bool {
    guard let lastEvent,
      let scroll = events[...lastEvent].lastIndex(where: { $0.kind == .scroll }), scroll > 0
    else { return false }
    return time - events[scroll].time < delay
  }
}
