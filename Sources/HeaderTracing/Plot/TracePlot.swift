import HeaderModel
import PortableMath
import Raster

extension Plot {
  /// Plots the panels that the document defines or, if it defines none, the layers that move.
  /// Panels without values are omitted. Over time, every value holds until the next event, because
  /// a header receives offsets only when the content has moved.
  package init(trace records: [TraceRecord], over axis: TraceAxis) {
    let first = records.first
    var panels: [Panel] = (first?.panels ?? []).map { panel in
      let lines = panel.curves.enumerated().map { index, curve in
        let color = curve.color.map {
          Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
        }
        return Series(
          curve.name, color ?? Plot.colors[index % Plot.colors.count],
          jumps: curve.jumps(in: first?.fields ?? []), records, axis
        ) { curve.value(in: $0.fields) }
      }
      return Panel(label: panel.label, series: lines)
    }
    panels.removeAll { $0.series.allSatisfy { $0.points.allSatisfy { $0 == nil } } }
    if let first, first.panels.isEmpty { panels = Plot.panels(of: first.state, records, axis) }
    let title = first.map { first in first.variant.map { "\(first.name) (\($0))" } ?? first.name }
    self.init(title: title ?? "", axis: axis.label, panels: panels)
  }

  /// Returns panels for the memory values and layers that change.
  private static func panels(
    of state: HeaderState, _ records: [TraceRecord], _ axis: TraceAxis
  ) -> [Panel] {
    func moves(_ series: Series) -> Bool { Set(series.points.map { $0?.y }).count > 1 }
    var panels: [Panel] = []
    for (index, entry) in state.memory.enumerated() {
      var jumps = false
      if case .boolean = entry.value { jumps = true }
      let line = Series(entry.name, colors[2], jumps: jumps, records, axis) { record in
        switch record.state.memory[index].value {
        case .number(let number): number
        case .boolean(let condition): condition ? 1 : 0
        }
      }
      if moves(line) { panels.append(Panel(label: "memory", series: [line])) }
    }
    for layer in state.layersInDocumentOrder {
      func line(_ name: String, _ color: Int, _ value: (LayerState) -> Double) -> Series {
        Series(name, colors[color], records, axis) { record in
          record.state.layers.first { $0.index == layer.index }.map(value)
        }
      }
      let lines = [
        line("top", 0) { $0.frame.y }, line("height", 1) { $0.frame.height },
        line("left", 2) { $0.frame.x }, line("width", 3) { $0.frame.width },
      ].filter(moves)
      if !lines.isEmpty { panels.append(Panel(label: "\(layer.id), pt", series: lines)) }
      let opacity = line("opacity", 0) { $0.effectiveOpacity }
      if moves(opacity) { panels.append(Panel(label: layer.id, series: [opacity])) }
    }
    return panels
  }
}

extension Plot.Series {
  fileprivate init(
    _ name: String, _ color: Color, jumps: Bool = false, _ records: [TraceRecord],
    _ axis: TraceAxis, _ value: (TraceRecord) -> Double?
  ) {
    self.init(
      name: name, color: color,
      points: records.map { record in
        guard let x = axis.coordinate(of: record), let y = value(record) else { return nil }
        return Plot.Point(x: x, y: y)
      }, holds: jumps || axis == .time)
  }
}

extension TraceAxis {
  fileprivate var label: String {
    switch self {
    case .index: "event"
    case .time: "time, s"
    case .offset: "offset from rest, pt"
    }
  }

  fileprivate func coordinate(of record: TraceRecord) -> Double? {
    switch self {
    case .index: Double(record.index ?? -1)
    case .time: record.time
    case .offset: record.state.offset
    }
  }
}

/// The quantity on the horizontal axis of a trace's plot.
package enum TraceAxis: String, CaseIterable, Hashable, Sendable {
  /// The index of the event. The launch state is at -1.
  case index
  /// The time in seconds. States without a time are omitted.
  case time
  /// The offset in points from rest. If the curve scrolls back, lines that do not retrace their
  /// path show the effect of memory.
  case offset
}
