import Foundation
import HeaderModel
@testable import HeaderTracing
import PortableMath
import Raster
import Scrolling
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TracePlots {
  private func records(_ style: String, _ offsets: [Double]) throws -> [TraceRecord] {
    Array(try TracedHeader(style).trace(offsets))
  }

  @Test func panelsShowOccurringFields() throws {
    let offsets = Array(stride(from: -40.0, through: 200, by: 5))
    let labels = try TracedHeader.names.map { style in
      Plot(trace: try records(style, offsets), over: .offset).panels.map(\.label)
    }
    let always = ["header, pt", "avatar, pt", "avatar over the header, 0 or 1"]
    #expect(labels[0] == always + ["title, pt", "blur, step of the ladder"])
    #expect(labels[1] == always + ["title, pt", "blur, opacity"])
    #expect(labels[2] == always)
    #expect(labels[3] == always)
  }

  @Test func plotPointsEqualTraceNumbers() throws {
    let records = try records("mimic", [0, 20, 64, 0])
    let plot = Plot(trace: records, over: .offset)
    #expect(plot.panels[0].series[0].points.map { $0?.x } == [0, 20, 64, 0])
    #expect(plot.panels[0].series[0].points.map { $0?.y } == [100, 80, 64, 100])
    #expect(plot.panels[1].series[1].points.map { $0?.y } == [80, 64, 42, 80])
    #expect(plot.panels[3].series[0].points.map { $0?.y } == [nil, nil, 32, nil])
    let counted = Plot(trace: records, over: .index)
    #expect(counted.panels[0].series[0].points.map { $0?.x } == [0, 1, 2, 3])
    #expect(Plot(trace: records, over: .time).panels.isEmpty)
  }

  /// Between two events the value is constant.
  @Test func valuesHoldUntilTheNextEvent() throws {
    let events = [(0.0, 0.0), (0.1, 20), (0.9, 60)].map { ScrollEvent(time: $0, offset: $1) }
    let records = Array(try TracedHeader("mimic").trace(events))
    let plot = Plot(trace: records, over: .time)
    #expect(!plot.panels.flatMap(\.series).contains { !$0.holds })
    let drawing = PlotDrawing(plot)
    let color = plot.panels[0].series[0].color
    let lines = drawing.marks.compactMap { mark -> [Plot.Point]? in
      if case .line(let points, _, color) = mark { points } else { nil }
    }
    let height = try #require(lines.first)
    #expect(height.count == 5)
    for (before, after) in zip(height, height.dropFirst()) {
      #expect(before.x == after.x || before.y == after.y)
    }
  }

  /// Over offsets the header moves continuously, but flags and steps jump.
  @Test func onlyFlagsAndStepsAreStepPlots() throws {
    let plot = Plot(trace: try records("mimic", [0, 20, 64, 0]), over: .offset)
    let jumping = plot.panels.filter { panel in !panel.series.contains { !$0.holds } }.map(\.label)
    #expect(jumping == ["avatar over the header, 0 or 1", "blur, step of the ladder"])
  }

  @Test func svgIsXMLWithOneLinePerSeries() throws {
    let plot = Plot(trace: try records("thinkandbuild", [0, 50, 130, -20, 60]), over: .index)
    let svg = plot.svg
    let parser = XMLShape(svg)
    #expect(parser.isWellFormed)
    let colored = plot.panels.flatMap(\.series).map(\.color).count
    let grid = parser.strokes["#e1e8ed"] ?? 0
    #expect(parser.elements["polyline"] == grid + colored)
    #expect(!svg.contains("nan") && !svg.contains("inf") && !svg.contains("\"-0\""))
  }

  @Test func escapesNamesInSVG() {
    let plot = Plot(
      title: "a<b & \"c\"\u{1}", axis: "]]>",
      panels: [.init(label: "", series: [.init(name: "<&>", color: .black, points: [])])])
    #expect(XMLShape(plot.svg).isWellFormed)
    #expect(plot.svg.contains("a&lt;b &amp; &quot;c&quot; <"))
  }

  @Test func gapsSplitLinesAndSinglePointsAreDots() {
    let point = { (x: Double) in Plot.Point(x: x, y: x) }
    let plot = Plot(
      title: "", axis: "",
      panels: [
        .init(
          label: "",
          series: [
            .init(
              name: "s", color: .black,
              points: [point(0), point(1), nil, point(2), nil, nil, point(3), point(4), point(5)])
          ])
      ])
    let drawn = PlotDrawing(plot).marks.compactMap { mark -> Int? in
      switch mark {
      case .line(let points, _, .black): points.count
      case .fill(_, _, _, _, .black): 1
      default: nil
      }
    }
    #expect(drawn == [2, 1, 3])
  }

  @Test(
    arguments: [
      ([0, 100], ["0", "20", "40", "60", "80", "100"]),
      ([-3, -1], ["-3.0", "-2.5", "-2.0", "-1.5", "-1.0"]),
      ([7], ["6.0", "6.5", "7.0", "7.5", "8.0"]),
      ([0, 1e6], ["0", "200000", "400000", "600000", "800000", "1000000"]),
      ([0, 4.5], ["0", "1", "2", "3", "4"]),
      ([-0.04, 0.04], ["-0.04", "-0.02", "0.00", "0.02", "0.04"]),
    ] as [([Double], [String])])
  func ticksAreRoundNumbers(_ values: [Double], _ labels: [String]) {
    let scale = PlotScale(covering: values, from: 0, to: 100, intervals: 5)
    #expect(scale.ticks.map(scale.label) == labels)
    #expect(scale.position(scale.low) == 0 && scale.position(scale.high) == 100)
  }

  @Test(arguments: [
    (0.005, 2, "0.01"), (-0.004, 2, "0.00"), (-1.5, 0, "-2"), (12.345, 1, "12.3"),
    (-0.25, 2, "-0.25"), (1e18, 0, "1000000000000000000"),
  ])
  func decimalsAreFixed(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(DecimalText.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [1, 2]) func plotPictureHasLinesAtTheirPositions(_ scale: Int) throws {
    let line = Color(rgb: 0xFF0000)
    let plot = Plot(
      title: "title", axis: "x",
      panels: [
        .init(
          label: "flat",
          series: [
            .init(name: "s", color: line, points: [.init(x: 0, y: 5), .init(x: 10, y: 5)])
          ])
      ])
    let picture = try PlotPainter.picture(of: plot, scale: scale)
    let drawing = PlotDrawing(plot)
    #expect(picture.size.width == Int(drawing.width) * scale)
    #expect(picture.size.height == Int(drawing.height) * scale)
    #expect(stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 })
    guard
      case .line(let points, _, line)? = drawing.marks.first(where: {
        if case .line(_, _, line) = $0 { true } else { false }
      })
    else {
      Issue.record("no line is drawn")
      return
    }
    let middle = (points[0].x + points[1].x) / 2
    let at = (Int(points[0].y) * scale * picture.size.width + Int(middle) * scale) * 4
    #expect(picture.bytes[at] > 240 && picture.bytes[at + 1] < 120)
  }
}

/// The structure of a text according to an XML parser.
private final class XMLShape: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]
  private(set) var strokes: [String: Int] = [:]
  private(set) var isWellFormed = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
    if let stroke = attributes["stroke"] { strokes[stroke, default: 0] += 1 }
  }
}
