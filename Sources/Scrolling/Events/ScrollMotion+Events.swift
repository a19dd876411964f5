extension ScrollMotion {
  /// What the header is fed: the first offset, and then each change of it, in order.
  ///
  /// Moments are the ticks of `rate` and the curve's end, so that the last position is always
  /// reported; for `samples` that hold, the samples. Nothing depends on the frames of `timeline`
  /// unless the rate is `frame`.
  public func events(rate: EventRate, timeline: FrameTimeline) -> [ScrollEvent] {
    if let ownMoments { return events(at: ownMoments) }
    switch rate {
    case .frame: return events(at: timeline.moments)
    case .perSecond(let rate): return events(at: FrameTimeline.ticks(over: duration, rate: rate))
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
