import EmbeddedFiles
import FileAccess
@testable import HeaderModel
import PortableMath
import Raster
import StrictJSON
import Scrolling
import Testing

@testable import Fit

/// The text, the JSON, the curve and the page of a report.
@Suite struct FitReportTests {
  private func frame(_ time: Double, _ offset: Double, _ uncertainty: Double?) -> FitReport.Frame {
    FitReport.Frame(
      time: time, offset: offset, uncertainty: uncertainty, distance: 3.5, phase: "up",
      memory: [
        RememberedValue(name: "seen", value: .boolean(offset > 10)),
        RememberedValue(name: "shift", value: .number(offset / 2)),
      ])
  }

  private func report(_ change: (inout FitReport) -> Void = { _ in }) -> FitReport {
    var report = FitReport(
      recording: "a.gif", header: "small", duration: 0.3,
      placement: ScreenPlacement(pixelsPerPoint: 0.65, x: 3, y: -2.5), verdict: .behaves,
      constants: [], deviations: [],
      frames: [frame(0, 0, 0.1), frame(0.1, 4.25, nil), frame(0.2, 12, 0.05)])
    change(&report)
    return report
  }

  @Test(arguments: [
    (FitReport.Verdict.behaves, "a.gif: behaves like small", true),
    (.deviates, "a.gif: does not behave like small", false),
    (.noFit(reason: "it is dark"), "a.gif: does not show small: it is dark", false),
  ])
  func firstLineIsTheVerdict(verdict: FitReport.Verdict, line: String, isGood: Bool) {
    let report = report { $0.verdict = verdict }
    #expect(report.lines.first == line)
    #expect(report.isGood == isGood)
    #expect(
      report.lines.last
        == "3 frames, offsets 0 to 12 pt, 2 of them determined by their pictures; 0.65 pixels per point"
    )
  }

  /// Frames at 20 per second of content that moves without a pause.
  private func moving(
    _ pointsPerFrame: Double, _ events: [(Double, FitReport.Event.Kind)]
  ) -> FitReport {
    report { report in
      report.duration = 1
      report.frames = (0..<20).map { frame(Double($0) / 20, Double($0) * pointsPerFrame, 0.1) }
      report.events = events.map { FitReport.Event(time: $0, kind: $1) }
    }
  }

  /// A drag lasts at least through the frame that shows its start, even if it is slow.
  @Test(arguments: [0.2, 4])
  func curveContainsDragsThatStart(pointsPerFrame: Double) throws {
    let drags = FittedCurve(moving(pointsPerFrame, [(0.125, .dragStart)])).drags
    #expect(drags.map(\.lowerBound) == [0.125])
    #expect(try #require(drags.first).upperBound > 0.15)
  }

  /// Content that is flicked again before it stops was dragged twice.
  @Test func curveContainsBothDragsOfTwoFlicks() {
    let drags = FittedCurve(moving(4, [(0.325, .dragEnd), (0.775, .dragEnd)])).drags
    #expect(drags.map(\.upperBound) == [0.325, 0.775])
    #expect(drags.count == 2 && drags[1].lowerBound > 0.325)
  }

  @Test func summarizesFramesWithEqualOffsets() {
    let still = report { report in
      for index in report.frames.indices { report.frames[index].offset = 7.5 }
    }
    #expect(still.summary == "3 frames that all show 7.5 pt, 0.65 pixels per point")
    let one = report { $0.frames.removeLast(2) }
    #expect(one.summary.hasPrefix("1 frames, offsets 0 to 0 pt"))
  }

  @Test(
    arguments: [
      (18.0, 21.04, 20.9...21.2, "top: 21 (20.9 to 21.2), the document has 18"),
      (1.4, 1.2004, 1.19...1.21, "top: 1.2 (1.19 to 1.21), the document has 1.4"),
      (40, nil, nil, "top: not determined by this recording"),
    ] as [(Double, Double?, ClosedRange<Double>?, String)])
  func printsOneLinePerConstant(
    given: Double, value: Double?, interval: ClosedRange<Double>?, line: String
  ) {
    let constant = FittedConstant(name: "top", given: given, value: value, interval: interval)
    #expect(report { $0.constants = [constant] }.lines[2] == line)
  }

  @Test(arguments: [
    (1.0, 1, "1"), (1.26, 1, "1.3"), (-0.04, 1, "0"), (2.5, 0, "3"), (0.6504, 3, "0.65"),
    (-3.25, 2, "-3.25"), (1e6, 2, "1000000"),
  ])
  func trimsNumbers(number: Double, digits: Int, text: String) {
    #expect(FitText.short(number, digits) == text)
  }

  /// Frames without duration are not in the curve. The last frame is held until the end.
  @Test func curveTimesIncrease() throws {
    let report = report { report in
      var again = report.frames[1]
      again.offset = 99
      report.frames.insert(again, at: 2)
    }
    let curve: ScrollCurve = try #require(report.curve)
    guard case .samples(let track) = curve.course else {
      Issue.record("not samples")
      return
    }
    #expect(track.times == [0, 0.1, 0.2, 0.3])
    #expect(track.offsets == [0, 4.25, 12, 12])
    let text = try JSONValue.parse(Array(report.curveText.utf8))
    let samples = try text.object(keys: ["version", "name", "samples"]).required("samples").array()
    let numbers = try samples.map { sample in try sample.array().map { try $0.number() } }
    #expect(numbers == [[0, 0], [0.1, 4.25], [0.2, 12], [0.3, 12]])
  }

  /// All objects of the JSON have exactly the members that the schema requires.
  @Test func jsonMatchesItsSchema() throws {
    let report = report { report in
      report.verdict = .deviates
      report.leftOut = [FitReport.LeftOut(layer: "rows", reason: "other contents")]
      report.constants = [
        FittedConstant(name: "top", given: 18, value: 21, interval: 20...22),
        FittedConstant(name: "flip", given: 12, value: nil, interval: nil),
      ]
      report.deviations = [
        Deviation(
          layer: "badge", kind: .moved, frames: [1, 2], offsets: 4...12, explanation: "stands")
      ]
    }
    let schema = try JSONValue.parse(Array(EmbeddedFile.fitSchema.text.utf8))
    let written = try JSONValue.parse(Array(report.json.utf8))
    try check(written, against: schema, at: "")
    #expect(report.lines.contains("left out: rows: other contents"))
    #expect(report.page.contains("<p>left out: rows: other contents</p>"))
    let text = report.json
    #expect(text.contains(#""layer": "rows""#))
    #expect(text.contains(#""verdict": "deviates""#))
    #expect(text.contains(#""kind": "moved""#))
    #expect(text.contains(#""seen": true"#))
    #expect(text.contains(#""shift": 2.125"#))
  }

  @Test func writesFramesAsFound() throws {
    let frames = try JSONValue.parse(Array(report().json.utf8)).object().required("frames").array()
      .map { try $0.object() }
    func numbers(_ name: String) throws -> [Double?] {
      try frames.map { frame in
        let value = try frame.required(name)
        return value.isNull ? nil : try value.number()
      }
    }
    #expect(try numbers("time") == [0, 0.1, 0.2])
    #expect(try numbers("offset") == [0, 4.25, 12])
    #expect(try numbers("uncertainty") == [0.1, nil, 0.05])
    #expect(try numbers("distance") == [3.5, 3.5, 3.5])
    #expect(try frames.map { try $0.required("phase").string() } == ["up", "up", "up"])
    let memory = try frames.map { try $0.required("memory").object() }
    #expect(try memory.map { try $0.required("seen").boolean() } == [false, false, true])
    #expect(try memory.map { try $0.required("shift").number() } == [0, 2.125, 6])
  }

  /// Checks that objects have exactly the properties of the schema.
  private func check(_ value: JSONValue, against schema: JSONValue, at path: String) throws {
    let schema = try schema.object()
    if let properties = try schema.optional("properties")?.object() {
      let names = Set(properties.map(\.name))
      let members = try value.object()
      #expect(Set(members.map(\.name)) == names, "\(path)")
      #expect(try Set(schema.required("required").array().map { try $0.string() }) == names)
      for name in names {
        try check(
          try members.required(name), against: try properties.required(name),
          at: path + "/" + name)
      }
    }
    if let items = schema.optional("items"), let list = try? value.array() {
      for (index, item) in list.enumerated() {
        try check(item, against: items, at: "\(path)/\(index)")
      }
    }
  }

  @Test func pageEscapesTexts() {
    let page = report { report in
      report.recording = "<a&b>.gif"
      report.verdict = .noFit(reason: "1 < 2")
      report.deviations = [
        Deviation(layer: "x<y", kind: .order, frames: [0], offsets: 0...0, explanation: "a & b")
      ]
    }.page
    #expect(page.contains("&lt;a&amp;b&gt;.gif"))
    #expect(page.contains("<p>1 &lt; 2</p>"))
    #expect(page.contains("<li><b>x&lt;y</b> a &amp; b</li>"))
    #expect(!page.contains("<a&b>"))
    #expect(page.contains("shows something else"))
  }
}
