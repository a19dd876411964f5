public import PortableMath

/// A scroll view event that the header receives.
package struct ScrollEvent: Hashable, Sendable {
  /// The time in seconds from the start of the curve, 0 or more.
  package var time: Double
  /// The last reported offset in points from rest. Negative if the content is pulled down past the
  /// top.
  package var offset: Double
  /// Whether a finger drags the content.
  package var isDragging: Bool
  package var kind: Kind
  /// The initial input values, applied before any rule. Set only on the first event.
  package var launch: [InputChange] = []

  package enum Kind: Hashable, Sendable {
    /// The offset has changed.
    case scroll
    /// Inputs have changed, all at the same time.
    case input([InputChange])
    /// A tapping finger touches the screen. Sent to headers that use the function `pressed`. The
    /// layer is `nil` if the hit test found none, or if the touch is not a tap after all.
    case touch(TappedLayer?)
    /// A tapping finger is lifted. The layer is `nil` if the hit test found none.
    case tap(TappedLayer?)
    /// A finger starts a drag.
    case dragStart
    /// A dragging finger is lifted, at `velocity` points per second.
    case dragEnd(velocity: Double)
    /// The content has come to rest.
    case rest
    /// Rules with a delay run.
    case delay

    /// The name in traces and documents.
    package var name: String {
      switch self {
      case .scroll: "scroll"
      case .input: "input"
      case .touch: "touch"
      case .tap: "tap"
      case .dragStart: "dragStart"
      case .dragEnd: "dragEnd"
      case .rest: "rest"
      case .delay: "delay"
      }
    }
  }

  /// Creates an event from a time in seconds and an offset in points from rest.
  package init(time: Double, offset: Double, isDragging: Bool = false, kind: Kind = .scroll) {
    self.time = time
    self.offset = offset
    self.isDragging = isDragging
    self.kind = kind
  }
}

/// A new value of a header input. Conditions are 0 or 1.
package struct InputChange: Hashable, Sendable {
  /// The input's index in its document.
  package var input: Int
  package var value: Double

  package init(input: Int, value: Double) { (self.input, self.value) = (input, value) }
}

/// A layer found by a hit test.
package struct TappedLayer: Hashable, Sendable {
  /// The layer's index in its document.
  package var layer: Int
  /// The row of the list that contains the layer, counted from 0. `nil` if the layer is not in a
  /// list.
  package var row: Int?

  package init(layer: Int, row: Int? = nil) { (self.layer, self.row) = (layer, row) }
}

/// The rate at which a scroll view reports its offset.
public enum EventRate: Hashable, Sendable {
  /// A fixed number of times per second, like a display's refresh rate.
  case perSecond(RationalTime)
  /// Once per frame, at the frame's time.
  case frame

  /// The standard rate of a device: 60 per second.
  public static let standard = EventRate.perSecond(60)

  /// Parses `frame` or a rate in 0.1...1000 (`60`, `59.94`, `60000/1001`). Returns `nil` for other
  /// texts.
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
  /// Returns the first offset and then each changed offset at the ticks of `rate` and at the
  /// curve's end. Samples with interpolation `hold` report at their own times instead. `options` is
  /// used only if `rate` is `frame`.
  package func events(rate: EventRate, frames options: PlaybackOptions) -> [ScrollEvent] {
    if let sampleTimes = course.heldTimes {
      return events(at: sampleTimes.lazy.map { (ExactTime($0), $0) })
    }
    return events(at: FrameTimeline.ticks(to: end, options: rate.ticks(frames: options)))
  }

  /// Returns events at the given times, which must increase. Unchanged offsets are skipped.
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
