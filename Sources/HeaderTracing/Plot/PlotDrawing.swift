import FileAccess
import Raster

/// The layout of a plot, independent of the output format.
struct PlotDrawing: Hashable, Sendable {
  let width: Double
  let height: Double
  /// The elements in painting order.
  private(set) var marks: [PlotMark] = []

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
    height = Self.top + panels * Self.panelHeight + max(0, panels - 1) * Self.gap + Self.bottom
    marks.append(.fill(x: 0, y: 0, width: width, height: height, .white))
    addText(plot.title, Self.left, 20, .start, Self.ink)
    let across = PlotScale(
      covering: plot.panels.flatMap(\.series).flatMap(\.points).compactMap { $0?.x },
      from: Self.left, to: width - Self.right, intervals: 8)
    for (index, panel) in plot.panels.enumerated() {
      let panelTop = Self.top + Double(index) * (Self.panelHeight + Self.gap)
      addPanel(panel, top: panelTop, across: across)
    }
    for tick in across.ticks {
      addText(across.label(tick), across.position(tick), height - 28, .middle, Self.faint)
    }
    addText(plot.axis, (across.start + across.end) / 2, height - 10, .middle, Self.ink)
  }

  private mutating func addPanel(_ panel: Plot.Panel, top: Double, across: PlotScale) {
    let base = top + Self.panelHeight
    let up = PlotScale(
      covering: panel.series.flatMap(\.points).compactMap { $0?.y }, from: base, to: top,
      intervals: 4)
    for tick in across.ticks {
      let x = across.position(tick)
      addLine([Plot.Point(x: x, y: top), Plot.Point(x: x, y: base)], 1, Self.grid)
    }
    for tick in up.ticks {
      let y = up.position(tick)
      addLine([Plot.Point(x: across.start, y: y), Plot.Point(x: across.end, y: y)], 1, Self.grid)
      addText(up.label(tick), across.start - 6, y + 4, .end, Self.faint)
    }
    addText(panel.label, across.start, top - 8, .start, Self.faint)
    for (index, series) in panel.series.enumerated() {
      for run in series.points.split(separator: nil) {
        let points = run.compactMap { $0 }
        addSeries(series.holds ? points.asSteps : points, across, up, series.color)
      }
      let baseline = top + 12 + Double(index) * 16
      addText(series.name, across.end + 8, baseline, .start, series.color)
    }
  }

  /// Adds a line through the points. A single point becomes a dot.
  private mutating func addSeries(
    _ run: [Plot.Point], _ across: PlotScale, _ up: PlotScale, _ color: Color
  ) {
    let points = run.map { Plot.Point(x: across.position($0.x), y: up.position($0.y)) }
    if points.count > 1 {
      addLine(points, Self.lineWidth, color)
    } else if let point = points.first {
      marks.append(.fill(x: point.x - 2, y: point.y - 2, width: 4, height: 4, color))
    }
  }

  private mutating func addLine(_ points: [Plot.Point], _ width: Double, _ color: Color) {
    marks.append(.line(points, width: width, color))
  }

  private mutating func addText(
    _ text: String, _ x: Double, _ baseline: Double, _ anchor: PlotMark.Anchor, _ color: Color
  ) {
    guard !text.isEmpty else { return }
    marks.append(.text(text, x: x, baseline: baseline, anchor: anchor, color))
  }
}

extension [Plot.Point] {
  /// The points of a step function: each value holds until the next point.
  fileprivate var asSteps: [Plot.Point] {
    zip(self, dropFirst()).flatMap { before, next in
      before.y == next.y ? [before] : [before, Plot.Point(x: next.x, y: before.y)]
    } + suffix(1)
  }
}

/// An element of a plot, in units of the drawing: the origin is at the top left, y points down.
enum PlotMark: Hashable, Sendable {
  case fill(x: Double, y: Double, width: Double, height: Double, Color)
  case line([Plot.Point], width: Double, Color)
  case text(String, x: Double, baseline: Double, anchor: Anchor, Color)

  /// The part of a text that is at its x coordinate, as a fraction of its width.
  enum Anchor: Double { case start = 0, middle = 0.5, end = 1 }
}

/// An axis: a linear mapping of a range of numbers to a range of the drawing, with ticks at round
/// numbers.
struct PlotScale: Hashable, Sendable {
  let low: Double
  let high: Double
  /// The coordinates of `low` and `high` in the drawing. `end` is less than `start` for a vertical
  /// axis, which points up.
  let start: Double
  let end: Double
  /// The distance between ticks: 1, 2 or 5 times a power of ten.
  let step: Double
  /// The number of decimal places that tick labels need.
  let decimals: Int

  /// Creates an axis that covers the values with a margin of 5 % at both ends.
  /// - Parameter intervals: The approximate number of intervals between ticks.
  init(covering values: [Double], from start: Double, to end: Double, intervals: Int) {
    let least = values.min() ?? 0
    let most = values.max() ?? 1
    let room = most > least ? (most - least) / 20 : max(1, abs(most) / 20)
    low = least - room
    high = most + room
    self.start = start
    self.end = end
    let wanted = (high - low) / Double(max(1, intervals))
    var power = 1.0
    var digits = 0
    while power * 10 <= wanted { power *= 10 }
    while power > wanted {
      power /= 10
      digits += 1
    }
    // Chooses the nearest step on a logarithmic scale: the thresholds are the square roots of 1 *
    // 2, 2 * 5 and 5 * 10.
    let ratio = wanted / power
    step = power * (ratio < 1.41 ? 1 : ratio < 3.16 ? 2 : ratio < 7.07 ? 5 : 10)
    decimals = ratio < 7.07 ? digits : max(0, digits - 1)
  }

  func position(_ value: Double) -> Double { start + (value - low) / (high - low) * (end - start) }

  /// The ticks in ascending order.
  var ticks: [Double] {
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step + 0 }
  }

  func label(_ tick: Double) -> String { DecimalText.text(tick, decimals: decimals) }
}

/// Formats numbers with a fixed number of decimal places, identically on every platform.
package enum DecimalText {
  /// Returns `value` rounded to `decimals` places, halves away from zero. Zero has no minus sign.
  package static func text(_ value: Double, decimals: Int) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let scaled = (value * unit).rounded()
    guard abs(scaled) < 0x1p62 else { return (value + 0).description }
    let digits = String(Int(abs(scaled)))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

extension Plot {
  /// The plot as an SVG document. Coordinates are rounded to hundredths.
  package var svg: String {
    let drawing = PlotDrawing(self)
    let (width, height) = (Self.svgNumber(drawing.width), Self.svgNumber(drawing.height))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\""
        + " font-size=\"\(Self.svgNumber(PlotDrawing.textSize))\">"
    ]
    lines += drawing.marks.map(Self.svgElement)
    lines.append("</svg>\n")
    return lines.joined(separator: "\n")
  }

  private static func svgElement(_ mark: PlotMark) -> String {
    switch mark {
    case .fill(let x, let y, let width, let height, let color):
      return "<rect x=\"\(svgNumber(x))\" y=\"\(svgNumber(y))\" width=\"\(svgNumber(width))\""
        + " height=\"\(svgNumber(height))\" fill=\"\(svgColor(color))\"/>"
    case .line(let points, let width, let color):
      let coordinates = points.map { "\(svgNumber($0.x)),\(svgNumber($0.y))" }.joined(
        separator: " ")
      return "<polyline points=\"\(coordinates)\" fill=\"none\" stroke=\"\(svgColor(color))\""
        + " stroke-width=\"\(svgNumber(width))\" stroke-linejoin=\"round\"/>"
    case .text(let text, let x, let baseline, let anchor, let color):
      return "<text x=\"\(svgNumber(x))\" y=\"\(svgNumber(baseline))\""
        + " text-anchor=\"\(anchor)\" fill=\"\(svgColor(color))\">\(markup(text.onOneLine))</text>"
    }
  }

  private static func svgNumber(_ value: Double) -> String {
    let hundredths = DecimalText.text(value, decimals: 2)
    return hundredths.hasSuffix(".00") ? String(hundredths.dropLast(3)) : hundredths
  }

  private static func svgColor(_ color: Color) -> String {
    let parts = [color.red, color.green, color.blue]
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
