extension ScrollMotion {
  /// What the header is fed: the first offset, and then each change of it, in order.
  ///
  /// Moments are the ticks of `rate` and the curve's end, so that the last position is always
  /// reported; for `samples` that hold, the samples. Nothing depends on the frames of `timeline`
  /// unless the rate is `frame`.
  public func events(rate: EventRate, timeline: FrameTimeline) -> [ScrollEvent] {
    switch rate {
    case .frame: events(at: ownMoments ?? timeline.moments)
    case .perSecond: events(rate: rate, frames: FrameTimeline.Options())
    }
  }

  /// The same for frames that are not listed yet.
  public func events(rate: EventRate, frames options: FrameTimeline.Options) -> [ScrollEvent] {
    if let ownMoments { return events(at: ownMoments) }
    switch rate {
    case .frame:
      return events(at: FrameTimeline.moments(over: duration, options: options))
    case .perSecond(let rate):
      let ticks = FrameTimeline.Options(rate: rate)
      return events(at: FrameTimeline.moments(over: duration, options: ticks))
    }
  }

  /// Events at these moments, which increase; an offset that has not changed is not reported.
  public func events(at moments: some Sequence<Double>) -> [ScrollEvent] {
    var events: [ScrollEvent] = []
    for time in moments {
      let offset = reportedOffset(at: time)
      if events.last?.offset != offset {
        events.append(ScrollEvent(time: time, offset: offset))
      }
    }
    return events
  }
}
