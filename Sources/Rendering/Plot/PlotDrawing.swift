import Files
import Raster

/// A plot laid out: where everything stands, for whoever draws it.
struct PlotDrawing: Hashable, Sendable {
  let width: Double
  let height: Double
  /// Bottom to top.
  private(set) var marks: [PlotMark] = []

  /// Size of every text.
  static let textSize = 12.0
  static let lineWidth = 1.5

  private static let left = 64.0
  private static let right = 120.0
  private static let top = 52.0
  private static let panelHeight = 140.0
  private static let gap = 30.0
  private static let bottom = 44.0
  private static let ink = Color(rgb: 0x333333)
  private static let faint = Color(rgb: 0x767676)
  private static let grid = Color(rgb: 0xE1E8ED)

  init(_ plot: Plot, width: Double = 960) {
    self.width = width
    let panels = Double(plot.panels.count)
    height =
      Self.top + panels * Self.panelHeight + max(0, panels - 1) * Self.gap + Self.bottom
    marks.append(.fill(x: 0, y: 0, width: width, height: height, .white))
    text(plot.title, Self.left, 20, .start, Self.ink)
    let across = PlotScale(
      covering: plot.panels.flatMap(\.series).flatMap(\.points).compactMap { $0?.x },
      from: Self.left, to: width - Self.right, intervals: 8)
    for (index, panel) in plot.panels.enumerated() {
      let panelTop = Self.top + Double(index) * (Self.panelHeight + Self.gap)
      draw(panel, top: panelTop, across: across)
    }
    for tick in across.ticks {
      text(across.label(tick), across.position(tick), height - 28, .middle, Self.faint)
    }
    text(plot.axis, (across.start + across.end) / 2, height - 10, .middle, Self.ink)
  }

  private mutating func draw(_ panel: Plot.Panel, top: Double, across: PlotScale) {
    let base = top + Self.panelHeight
    let up = PlotScale(
      covering: panel.series.flatMap(\.points).compactMap { $0?.y }, from: base, to: top,
      intervals: 4)
    for tick in across.ticks {
      let x = across.position(tick)
      line([Plot.Point(x: x, y: top), Plot.Point(x: x, y: base)], 1, Self.grid)
    }
    for tick in up.ticks {
      let y = up.position(tick)
      line([Plot.Point(x: across.start, y: y), Plot.Point(x: across.end, y: y)], 1, Self.grid)
      text(up.label(tick), across.start - 6, y + 4, .end, Self.faint)
    }
    text(panel.label, across.start, top - 8, .start, Self.faint)
    for (index, series) in panel.series.enumerated() {
      for run in series.points.split(separator: nil) {
        draw(run.compactMap { $0 }, across, up, series.color)
      }
      let baseline = top + 12 + Double(index) * 16
      text(series.name, across.end + 8, baseline, .start, series.color)
    }
  }

  /// Points joined; one alone is a dot.
  private mutating func draw(
    _ run: [Plot.Point], _ across: PlotScale, _ up: PlotScale, _ color: Color
  ) {
    let points = run.map { Plot.Point(x: across.position($0.x), y: up.position($0.y)) }
    if points.count > 1 {
      line(points, Self.lineWidth, color)
    } else if let point = points.first {
      marks.append(.fill(x: point.x - 2, y: point.y - 2, width: 4, height: 4, color))
    }
  }

  private mutating func line(_ points: [Plot.Point], _ width: Double, _ color: Color) {
    marks.append(.line(points, width: width, color))
  }

  private mutating func text(
    _ text: String, _ x: Double, _ baseline: Double, _ anchor: PlotMark.Anchor, _ color: Color
  ) {
    guard !text.isEmpty else { return }
    marks.append(.text(text, x: x, baseline: baseline, anchor: anchor, color))
  }
}
