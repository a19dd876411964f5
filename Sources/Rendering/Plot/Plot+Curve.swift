import Files
import Numerics
public import Scrolling

extension Plot {
  /// Offset over time: the exact curve and the events that a header is fed.
  public init(curve motion: ScrollMotion, rate: EventRate, title: String) {
    let timeline = FrameTimeline(
      duration: motion.duration, options: FrameTimeline.Options(rate: 60))
    let exact = timeline.moments.map { Plot.Point(x: $0, y: motion.offset(at: $0)) }
    let events = motion.events(rate: rate, timeline: timeline)
    self.init(
      title: title, axis: "time, s",
      panels: [
        Plot.Panel(
          label: "offset, pt",
          series: [
            Plot.Series(name: "curve", color: Plot.colors[0], points: exact),
            Plot.Series(
              name: "events", color: Plot.colors[1],
              points: events.map { Plot.Point(x: $0.time, y: $0.offset) }),
          ])
      ])
  }
}
