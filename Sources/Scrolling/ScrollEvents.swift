public import PortableMath

/// One report of a scroll view: where the content is at a moment.
package struct ScrollEvent: Hashable, Sendable {
  /// Seconds from the start of the curve, 0...
  package var time: Double
  /// Points from rest; negative when pulled down past the top.
  package var offset: Double

  /// Whether a finger moves the content.
  package var isDragging: Bool

  /// `time` in seconds, `offset` in points from rest.
  package init(time: Double, offset: Double, isDragging: Bool = false) {
    self.time = time
    self.offset = offset
    self.isDragging = isDragging
  }
}

/// When a scroll view reports its offset.
public enum EventRate: Hashable, Sendable {
  /// So many times a second, as a display refreshes.
  case perSecond(RationalTime)
  /// Once a frame, at the frame's own moment.
  case frame

  /// What a device does: 60 a second.
  public static let standard = EventRate.perSecond(60)

  /// Reads `frame` or a rate of 0.1...1000 (`60`, `59.94`, `60000/1001`); nil for anything else.
  public init?(_ text: String) {
    if text == "frame" {
      self = .frame
    } else if let rate = RationalTime(text), (0.1...1000).contains(rate.value) {
      self = .perSecond(rate)
    } else {
      return nil
    }
  }
}

extension ScrollMotion {
  /// What the header is fed: the first offset, and then each change of it, in order.
  ///
  /// Moments are the ticks of `rate` and the curve's end, so that the last position is always
  /// reported; for `samples` that hold, the samples. Nothing depends on the frames of `timeline`
  /// unless the rate is `frame`.
  package func events(rate: EventRate, timeline: FrameTimeline) -> [ScrollEvent] {
    switch rate {
    case .frame: events(at: ownMoments ?? timeline.moments)
    case .perSecond: events(rate: rate, frames: PlaybackOptions())
    }
  }

  /// The same for frames that are not listed yet.
  package func events(rate: EventRate, frames options: PlaybackOptions) -> [ScrollEvent] {
    if let ownMoments { return events(at: ownMoments) }
    switch rate {
    case .frame:
      return events(at: FrameTimeline.moments(over: duration, options: options))
    case .perSecond(let rate):
      let ticks = PlaybackOptions(framesPerSecond: rate)
      return events(at: FrameTimeline.moments(over: duration, options: ticks))
    }
  }

  /// Events at these moments, which increase; an offset that has not changed is not reported.
  package func events(at moments: some Sequence<Double>) -> [ScrollEvent] {
    var events: [ScrollEvent] = []
    for time in moments {
      let offset = reportedOffset(at: time)
      if events.last?.offset != offset {
        events.append(ScrollEvent(time: time, offset: offset, isDragging: isDragging(at: time)))
      }
    }
    return events
  }
}
