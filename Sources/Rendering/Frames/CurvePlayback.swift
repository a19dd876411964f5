package import FileAccess
package import HeaderModel
package import PortableMath
package import Scrolling
import StrictJSON

package struct CurvePlayback {
  package let curve: ScrollCurve
  package let motion: ScrollMotion
  /// What the header is told, in order.
  package let events: [ScrollEvent]
  /// When the transitions that the events begin have ended, in seconds; 0 without any.
  package let settlingTime: Double
  /// Whether header or curve know more than offsets: touches, rests, taps, inputs.
  package let isInteractive: Bool

  /// Seconds until curve and transitions have ended.
  package var end: Double { max(motion.duration, settlingTime) }

  /// - Parameters:
  ///   - file: what messages call the curve.
  ///   - frames: the frames that the header is told the offset at where `rate` is theirs.
  ///   - check: is given the curve's duration, in seconds, before events are listed.
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
      case .answer(let error): throw HeaderKitError(error)
      case .curve(let keyPath, let message):
        let placed = curve.error(at: keyPath, message)?.description
        let plain = (file.map { $0 + ": " } ?? "") + keyPath + ": " + message
        throw HeaderKitError(.badData, reason: MessageText(placed ?? plain))
      }
    }
    try check(motion.duration)
  }

  /// The curve's own frames, where the header asks for any.
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
  /// Frames a second where a request names no rate: the curve's own, else the standard rate.
  package var frameRate: RationalTime { framesPerSecond ?? ScrollCurve.standardFramesPerSecond }
}

package enum ScrollIndicator {
  /// Seconds after the last event for which it still shows.
  private static let delay = 0.4

  /// Whether it shows at a time: the content has moved, and not long ago.
  ///
  /// - Parameter lastEvent: the number of the last event at or before `time`; the first one says
  ///   only where the content is.
  package static func isShown(at time: Double, lastEvent: Int?, of events: [ScrollEvent]) -> Bool {
    guard let lastEvent,
      let scroll = events[...lastEvent].lastIndex(where: { $0.kind == .scroll }), scroll > 0
    else { return false }
    return time - events[scroll].time < delay
  }
}
