public import PortableMath

/// Something that happens to a scroll view and that its header is told of.
package struct ScrollEvent: Hashable, Sendable {
  /// Seconds from the start of the curve, 0...
  package var time: Double
  /// Points from rest, as last reported; negative when pulled down past the top.
  package var offset: Double
  /// Whether a finger moves the content.
  package var isDragging: Bool
  package var kind: Kind
  /// Of the first event: what the curve says of inputs from the beginning, before any rule.
  package var launch: [InputChange] = []

  package enum Kind: Hashable, Sendable {
    /// The content is somewhere else.
    case scroll
    /// Inputs change, all at once.
    case input([InputChange])
    /// A finger that tapped is lifted.
    case tap(TappedLayer?)
    /// A finger touches to drag.
    case dragStart
    /// It is lifted, at `velocity` points a second.
    case dragEnd(velocity: Double)
    /// Nothing moves any more.
    case rest

    /// As traces and documents call it.
    package var name: String {
      switch self {
      case .scroll: "scroll"
      case .input: "input"
      case .tap: "tap"
      case .dragStart: "dragStart"
      case .dragEnd: "dragEnd"
      case .rest: "rest"
      }
    }
  }

  /// `time` in seconds, `offset` in points from rest.
  package init(time: Double, offset: Double, isDragging: Bool = false, kind: Kind = .scroll) {
    (self.time, self.offset, self.isDragging, self.kind) = (time, offset, isDragging, kind)
  }
}

/// An input of a header and what it is from now on; a condition is 0 or 1.
package struct InputChange: Hashable, Sendable {
  /// The input's place in its document.
  package var input: Int
  package var value: Double

  package init(input: Int, value: Double) { (self.input, self.value) = (input, value) }
}

/// A layer under a finger, by its place in its document.
package struct TappedLayer: Hashable, Sendable {
  package var layer: Int
  /// Of the list that it lies in, from 0; nil: in none.
  package var row: Int?

  package init(layer: Int, row: Int? = nil) { (self.layer, self.row) = (layer, row) }
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

  func ticks(frames options: PlaybackOptions) -> PlaybackOptions {
    switch self {
    case .frame: options
    case .perSecond(let rate): PlaybackOptions(framesPerSecond: rate)
    }
  }
}

extension ScrollMotion {
  /// What the header is fed: the first offset, then each change of it at the ticks of `rate` and
  /// at the curve's end; for `samples` that hold, at these. Frames count for the rate `frame` only.
  package func events(rate: EventRate, frames options: PlaybackOptions) -> [ScrollEvent] {
    if let own = course.heldTimes { return events(at: own.lazy.map { (ExactTime($0), $0) }) }
    return events(at: FrameTimeline.ticks(to: end, options: rate.ticks(frames: options)))
  }

  /// Events at these moments, which increase; an offset that has not changed is not reported.
  private func events(
    at moments: some Sequence<(exact: ExactTime, seconds: Double)>
  ) -> [ScrollEvent] {
    var events: [ScrollEvent] = []
    for (exact, time) in moments {
      let offset = reported(offset(at: exact, seconds: time))
      if events.last?.offset != offset {
        events.append(ScrollEvent(time: time, offset: offset, isDragging: isDragging(at: time)))
      }
    }
    return events
  }
}
