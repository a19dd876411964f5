package import FileAccess
import FrameEncoding
import PortableMath
import Raster
package import Scrolling

/// A plot: panels stacked vertically over a common horizontal axis.
package struct Plot: Hashable, Sendable {
  /// The title above the panels. May be empty.
  var title: String
  /// The label of the horizontal axis, with its unit.
  var axis: String
  /// The panels from top to bottom.
  var panels: [Panel]

  /// Series that share a vertical axis.
  struct Panel: Hashable, Sendable {
    /// The label of the vertical axis, with its unit.
    var label: String
    var series: [Series]
  }

  /// A line of a panel.
  struct Series: Hashable, Sendable {
    /// The label beside the panel, in the line's color.
    var name: String
    var color: Color
    /// The points in the order in which they are joined. `nil` leaves a gap. Coordinates must be
    /// finite.
    var points: [Point?]
    /// Whether each value holds until the next point, so that the line has steps instead of slopes.
    var holds = false
  }

  /// A point in the units of the axes.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  /// Distinguishable colors on white, used in turn for the series of a panel.
  static let colors = [
    Color(rgb: 0x1D8BD8), Color(rgb: 0xD6336C), Color(rgb: 0x2B9348), Color(rgb: 0x7048C6),
  ]
}

extension Plot {
  /// Plots the offset over time: the exact curve and the offsets of scroll events, with taps and
  /// inputs marked.
  package init(curve motion: ScrollMotion, rate: EventRate, title: String) {
    let options = PlaybackOptions(framesPerSecond: 60)
    let timeline = FrameTimeline(duration: motion.duration, options: options)
    let exact = timeline.moments.map { Plot.Point(x: $0, y: motion.offset(at: $0)) }
    let events = motion.events(rate: rate, frames: options)
    func marks(_ name: String, _ color: Int, at times: [Double]) -> [Plot.Series] {
      guard !times.isEmpty else { return [] }
      return [
        Plot.Series(
          name: name, color: Plot.colors[color],
          points: times.flatMap { [Plot.Point(x: $0, y: motion.offset(at: $0)), nil] })
      ]
    }
    self.init(
      title: title, axis: "time, s",
      panels: [
        Plot.Panel(
          label: "offset, pt",
          series: [
            Plot.Series(name: "curve", color: Plot.colors[0], points: exact),
            Plot.Series(
              name: "events", color: Plot.colors[1],
              points: events.map { Plot.Point(x: $0.time, y: $0.offset) }
                + (events.last.map { [Plot.Point(x: max($0.time, motion.duration), y: $0.offset)] }
                  ?? []),
              holds: true),
          ] + marks("taps", 2, at: motion.fingers.filter(\.isTap).map(\.end))
            + marks("inputs", 3, at: motion.inputTimes))
      ])
  }
}

/// Writes plots to files.
package enum PlotOutput {
  /// Writes a plot as SVG or PNG to a file. A path of `nil` or `-` writes to standard output.
  package static func write(_ plot: Plot, asSVG: Bool, to path: String?) throws(HeaderKitError) {
    if asSVG {
      try TextOutput.write(plot.svg, to: path)
    } else {
      try PictureOutput.write(try PlotPainter.picture(of: plot), to: path ?? "-")
    }
  }
}
