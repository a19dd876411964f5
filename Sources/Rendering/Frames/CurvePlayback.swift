package import FileAccess
package import PortableMath
package import Scrolling

/// A curve as it is played in the scroll view of a header.
package struct CurvePlayback {
  package let curve: ScrollCurve
  let environment: ScrollEnvironment
  package let motion: ScrollMotion

  package init(
    _ source: CurveSource, in environment: ScrollEnvironment, limits: RenderLimits
  ) throws(HeaderKitError) {
    curve = try CurveFile.load(source, limits: limits)
    self.environment = environment
    motion = ScrollMotion(curve, in: environment)
  }

  /// Frames at the curve's own rate.
  package var timelineOptions: PlaybackOptions {
    PlaybackOptions(framesPerSecond: curve.frameRate)
  }

  /// What a header is told while the curve's own frames are shown.
  package func events(_ rate: EventRate) -> [ScrollEvent] {
    motion.events(
      rate: rate,
      timeline: FrameTimeline(duration: motion.duration, options: timelineOptions))
  }
}

extension ScrollCurve {
  /// Frames a second where a request names no rate: the curve's own, else the standard rate.
  package var frameRate: RationalTime { framesPerSecond ?? ScrollCurve.standardFramesPerSecond }
}

/// The scroll view's indicator.
package enum ScrollIndicator {
  /// Seconds after the last event for which it still shows.
  private static let delay = 0.4

  /// Whether it shows at a time: the content has moved, and not long ago.
  ///
  /// - Parameter lastEvent: the number of the last event at or before `time`; the first one says
  ///   only where the content is.
  package static func isShown(at time: Double, lastEvent: Int?, of events: [ScrollEvent]) -> Bool {
    guard let lastEvent, lastEvent > 0 else { return false }
    return time - events[lastEvent].time < delay
  }
}
