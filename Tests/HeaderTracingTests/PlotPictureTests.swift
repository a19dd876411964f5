@testable import HeaderTracing
import PortableMath
import Raster
import Scrolling
import Testing

/// The contents and drawing of plots, tested in pictures.
@Suite struct PlotPictures {
  private func plot(_ points: [Plot.Point], _ color: Color) -> Plot {
    Plot(
      title: "", axis: "",
      panels: [.init(label: "", series: [.init(name: "", color: color, points: points)])])
  }

  /// The last event's state is drawn to the end of the curve.
  @Test func eventsReachTheEndOfTheCurve() throws {
    let curve = try ScrollCurve.parse(
      Array(
        """
        {"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": 50},
         {"time": 1, "offset": 50}]}
        """.utf8))
    let motion = ScrollMotion(
      curve, in: ScrollEnvironment(viewportHeight: 100, largestOffset: 100, scale: 2))
    let series = Plot(curve: motion, rate: .standard, title: "").panels[0].series
    #expect(series.map(\.name) == ["curve", "events"])
    for line in series { #expect(line.points.last ?? nil == Plot.Point(x: 1, y: 50)) }
    #expect(series[1].points.dropLast().last ?? nil == Plot.Point(x: 0.2, y: 50))
  }

  @Test func titleNamesTheVariant() throws {
    func title(_ style: String, _ variant: String?) throws -> String {
      Plot(trace: Array(try TracedHeader(style, variant).trace([0])), over: .index).title
    }
    #expect(try title("mimic", nil) == "mimic (final)")
    #expect(try title("contacts", nil).hasPrefix("contacts"))
  }

  /// The state before any event is drawn before the first event, at 0.
  @Test func launchStateIsBeforeTheFirstEvent() throws {
    let records = Array(try TracedHeader("mimic").trace([0, 20], launch: true))
    let plot = Plot(trace: records, over: .index)
    #expect(plot.panels[0].series[0].points.map { $0?.x } == [-1, 0, 1])
  }

  @Test func colorsOfAnSVGHaveSixDigits() {
    let svg = plot([.init(x: 0, y: 0), .init(x: 1, y: 1)], Color(rgb: 0x0A0B0C)).svg
    #expect(svg.contains("stroke=\"#0a0b0c\""))
  }

  /// The line is longer than the parts that are drawn separately, and its points are far enough
  /// apart that their round ends could not hide a gap.
  @Test func longPlotLinesHaveNoGaps() throws {
    let red = Color(rgb: 0xFF0000)
    let plot = plot((0..<300).map { Plot.Point(x: Double($0), y: 5) }, red)
    let picture = try PlotPainter.picture(of: plot, scale: 2)
    var line: [Plot.Point] = []
    for case .line(let points, _, red) in PlotDrawing(plot).marks { line = points }
    #expect(line.count == 300)
    let (first, last) = (try #require(line.first), try #require(line.last))
    let row = Int(first.y * 2) * picture.width
    let gaps = (Int(first.x * 2)...Int(last.x * 2)).filter {
      picture.bytes[(row + $0) * 4 + 1] > 120
    }
    #expect(gaps.isEmpty)
  }

  /// The axis label is centered below the panels, with its baseline 10 above the lower edge.
  @Test(arguments: [1, 2]) func axisLabelIsCentered(scale: Int) throws {
    let plot = Plot(title: "", axis: "MMMMMM", panels: [])
    let (picture, drawing) = (try PlotPainter.picture(of: plot, scale: scale), PlotDrawing(plot))
    let rows = Int(drawing.height - 18) * scale..<Int(drawing.height - 11) * scale
    let dark = (0..<picture.width).filter { x in
      rows.contains { picture.bytes[($0 * picture.width + x) * 4] < 128 }
    }
    let (left, right) = (try #require(dark.first), try #require(dark.last))
    let middle = Double((64 + 960 - 120) / 2 * scale)
    #expect(right - left > 40 * scale)
    #expect(abs(Double(left + right + 1) / 2 - middle) <= 2)
  }
}
