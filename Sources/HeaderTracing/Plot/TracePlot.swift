import HeaderModel
import PortableMath
import Raster

extension Plot {
  /// What the document wants plotted, else what moves of its layers; what never occurs has no
  /// panel. Over time every value holds until the next event: a header is told of the content only
  /// when it has moved.
  package init(trace records: [TraceRecord], over axis: TraceAxis) {
    guard let first = records.first, !first.panels.isEmpty else {
      self.init(layersOf: records, over: axis)
      return
    }
    let panels = first.panels.map { panel in
      let series = panel.curves.enumerated().map { place, curve in
        let points = records.map { record -> Plot.Point? in
          guard let x = axis.place(record), let y = curve.value(in: record.fields) else {
            return nil
          }
          return Plot.Point(x: x, y: y)
        }
        return Plot.Series(
          name: curve.name,
          color: curve.color.map {
            Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
          } ?? Plot.colors[place % Plot.colors.count],
          points: points, holds: curve.jumps(in: first.fields) || axis == .time)
      }
      return Plot.Panel(label: panel.label, series: series)
    }
    self.init(
      title: first.title, axis: axis.label,
      panels: panels.filter { panel in
        panel.series.contains { $0.points.contains { $0 != nil } }
      })
  }
}

extension TraceRecord {
  /// What stands above a plot.
  fileprivate var title: String { variant.map { "\(name) (\($0))" } ?? name }
}

extension Plot {
  /// What moves of a document's layers, and what it remembers; what stands still has no panel.
  private init(layersOf records: [TraceRecord], over axis: TraceAxis) {
    func series(
      _ name: String, _ color: Int, jumps: Bool = false, _ value: (TraceRecord) -> Double?
    ) -> Plot.Series {
      Plot.Series(
        name: name, color: Plot.colors[color],
        points: records.map { record in
          guard let x = axis.place(record), let y = value(record) else { return nil }
          return Plot.Point(x: x, y: y)
        }, holds: jumps || axis == .time)
    }
    func moves(_ series: Plot.Series) -> Bool { Set(series.points.map { $0?.y }).count > 1 }
    var panels: [Plot.Panel] = []
    for (place, entry) in (records.first?.state.memory ?? []).enumerated() {
      var jumps = false
      if case .boolean = entry.value { jumps = true }
      let line = series(entry.name, 2, jumps: jumps) { record in
        switch record.state.memory[place].value {
        case .number(let number): number
        case .boolean(let condition): condition ? 1 : 0
        }
      }
      if moves(line) { panels.append(Plot.Panel(label: "memory", series: [line])) }
    }
    for layer in (records.first?.state.layers ?? []).sorted(by: { $0.index < $1.index }) {
      func own(_ record: TraceRecord) -> LayerState? {
        record.state.layers.first { $0.index == layer.index }
      }
      let lines = [
        series("top", 0) { own($0)?.frame.y }, series("height", 1) { own($0)?.frame.height },
        series("left", 2) { own($0)?.frame.x }, series("width", 3) { own($0)?.frame.width },
      ].filter(moves)
      if !lines.isEmpty { panels.append(Plot.Panel(label: "\(layer.id), pt", series: lines)) }
      let opacity = series("opacity", 0) { own($0)?.effectiveOpacity }
      if moves(opacity) { panels.append(Plot.Panel(label: layer.id, series: [opacity])) }
    }
    self.init(title: records.first?.title ?? "", axis: axis.label, panels: panels)
  }
}

extension TraceAxis {
  /// What stands under the axis.
  fileprivate var label: String {
    switch self {
    case .index: "event"
    case .time: "time, s"
    case .offset: "offset from rest, pt"
    }
  }

  fileprivate func place(_ record: TraceRecord) -> Double? {
    switch self {
    case .index: Double(record.index ?? -1)
    case .time: record.time
    case .offset: record.state.offset
    }
  }
}

/// What a plot of a trace runs over.
package enum TraceAxis: String, CaseIterable, Hashable, Sendable {
  /// The count of the event; the launch state stands at -1.
  case index
  /// Seconds; states without a time are left out.
  case time
  /// Points from rest; coming back, the lines show what the header remembers.
  case offset
}
