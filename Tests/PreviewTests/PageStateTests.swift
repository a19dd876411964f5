import FileAccess
import Foundation
import HeaderModel
import HeaderTracing
import Rendering
import Scrolling
import TestSupport
import Testing

/// The states of the page's interpreter and simulation for offsets and curves, compared with
/// `trace`.
@Suite(.enabled(if: NodeProgram.executable != nil)) struct PageStateTests {
  /// Down and up in steps, back and forth across all thresholds, pulled down, in fractions of
  /// points.
  private static let offsets: [Double] = {
    var random = 20_191.0
    return (0..<260).map { index in
      if index < 100 { return ((-150 + Double(index) * 6.5) * 3).rounded() / 3 }
      random = (random * 1664 + 1013).truncatingRemainder(dividingBy: 65_537)
      return (random / 65_537 * 900 - 200) * (index % 3 == 0 ? 0.2 : 1)
    }
  }()

  @Test func offsetStatesEqualTrace() throws {
    let pages = TestPage.all + [try TestPage.words()]
    let states = try NodeProgram.run(
      pages.map { try NodeProgram.Job($0, offsets: Self.offsets) })
    for (header, states) in zip(pages, states) {
      let trace = try HeaderTrace(of: header.scene().header, offsets: Self.offsets)
      try StateDifference.expectNone(trace, states, "\(header)")
    }
  }

  /// A slider for a constant has the effect of `--set`.
  @Test func changedConstantEqualsSetOption() throws {
    var job = try NodeProgram.Job(.mimic, offsets: [0, 60, -20])
    job.constants = #"{"headerHeight": 140}"#
    var request = TestPage.mimic.request
    request.constants = [("headerHeight", 140)]
    let scene = try SceneResolver(request).resolve(fonts: try TestPage.fonts.get())
    let trace = try HeaderTrace(of: scene.header, offsets: [0, 60, -20])
    try StateDifference.expectNone(trace, NodeProgram.run([job])[0], "--set headerHeight=140")
  }

  // MARK: - Curves

  /// A page and the curve that is played in it.
  private struct Case {
    let name: String
    let page: TestPage
    let curve: ScrollCurve
    var rate = EventRate.standard
  }

  private func expectAgreement(_ cases: [Case]) throws {
    let played = try cases.map { test in
      let scene = try test.page.scene()
      return (
        scene.header,
        try CurvePlayback(
          .curve(test.curve), under: scene.header, scale: scene.device.scale, rate: test.rate,
          limits: RenderLimits())
      )
    }
    let states = try NodeProgram.run(
      zip(cases, played).map { test, played in
        try NodeProgram.Job(test.page, curve: played.1, rate: test.rate)
      })
    for (index, test) in cases.enumerated() {
      let (header, playback) = played[index]
      let trace = try HeaderTrace(
        of: header, events: playback.events, isInteractive: playback.isInteractive)
      try StateDifference.expectNone(trace, states[index], test.name)
    }
  }

  private static func curve(_ text: String) throws -> ScrollCurve {
    try ScrollCurve.parse(Array(text.utf8))
  }

  /// All built-in headers with the demo's curve, the compatible named curves, and a curve that taps
  /// and pans everything.
  @Test func builtInHeaderStatesEqualTrace() throws {
    let demo = try CurveFile.load(.builtIn, limits: RenderLimits())
    var cases: [Case] = []
    var played: Set<NamedCurve> = []
    for page in TestPage.all {
      cases.append(Case(name: "\(page) demo", page: page, curve: demo))
      cases.append(Case(name: "\(page) frames", page: page, curve: demo, rate: .frame))
      for name in NamedCurve.allCases {
        let curve = try Self.curve(name.document())
        guard try page.plays(curve) else { continue }
        played.insert(name)
        cases.append(Case(name: "\(page) \(name)", page: page, curve: curve))
      }
      cases.append(
        Case(name: "\(page) answers", page: page, curve: try Self.curve(page.answering())))
    }
    #expect(played.count == NamedCurve.allCases.count)
    try expectAgreement(cases)
  }

  @Test func interactionCasesEqualTrace() throws {
    let cases = try TestPage.cases()
    #expect(cases.count >= 8)
    try expectAgreement(
      cases.map { page in
        Case(name: "\(page)", page: page, curve: try Self.curve(#require(page.curve)))
      })
  }

  /// Delays, inputs with transitions, rules that move the content, steps of a settle rule, pressed
  /// layers and copies.
  @Test func delaysMotionsAndCopiesEqualTrace() throws {
    let document = ##"""
      { "version": 1, "name": "copies", "screen": { "device": "300x500@2" },
        "scroll": { "maximumOffset": 400, "settle": [
          { "when": "target < 300", "to": 60, "duration": 0.2, "then": [
            { "to": 20, "delay": 0.1, "duration": 0.2, "easing": "linear" }] }] },
        "memory": { "late": 0 }, "texts": { "a": "One", "b": "Two {index}" },
        "colors": { "red": "#F00", "blue": "#00F" },
        "inputs": { "page": { "value": 0, "range": [0, 3], "points": 100, "step": 1 },
                    "loaded": false },
        "onInput": [
          { "when": "loaded", "set": { "offset": "offset + 50" } },
          { "when": "loaded", "delay": 0.15, "set": { "late": "late + 1" },
            "transition": { "delay": 0.1, "duration": 0.2 } }],
        "layers": [
          { "id": "tab", "type": "group", "repeat": 3, "x": "index * 100", "width": 100,
            "height": 40,
            "onTap": [
              { "set": { "page": "index" },
                "transition": { "duration": 0.3, "easing": "ease-out" } }],
            "layers": [
              { "id": "label", "type": "text", "text": ["a", "b"], "x": 5 },
              { "id": "line", "type": "rectangle", "y": "label.bottom", "width": "label.width",
                "height": 2, "fill": ["red", "blue"], "opacity": "pressed('tab') ? 0.5 : 1",
                "visible": "abs(page - index) < 1" }] },
          { "id": "top", "type": "rectangle", "y": 60, "width": "tab1.width", "height": 50,
            "fill": "late > 0.5 ? #1ED760 : #1D9BE8",
            "onTap": [
              { "set": { "offset": 0 },
                "transition": { "delay": 0.1, "duration": 0.4, "easing": "linear" } }] }] }
      """##
    let curve = """
      { "version": 1, "inputs": { "loaded": [[1.25, true]] }, "gestures": [
        { "tap": { "layer": "tab2" } }, { "hold": 0.1 },
        { "tap": { "at": [150, 20], "duration": 0.1 } }, { "hold": 0.4 },
        { "drag": { "by": 30, "duration": 0.2 } }, { "release": {} }, { "hold": 0.3 },
        { "pan": { "input": "page", "by": 1, "duration": 0.1 } }, { "release": {} },
        { "tap": { "layer": "top" } }, { "hold": 1 } ] }
      """
    let page = try TestPage(document: Array(document.utf8), name: "copies")
    try expectAgreement([
      Case(name: "copies", page: page, curve: try Self.curve(curve)),
      Case(name: "copies frames", page: page, curve: try Self.curve(curve), rate: .frame),
    ])
  }

  /// The complete documents of the guide: the custom header after its last step and the interactive
  /// one.
  @Test func guideDocumentStatesEqualTrace() throws {
    let demo = try CurveFile.load(.builtIn, limits: RenderLimits())
    try expectAgreement(
      TestPage.guide().flatMap { page in
        try [
          Case(name: "\(page) demo", page: page, curve: demo),
          Case(name: "\(page) answers", page: page, curve: Self.curve(page.answering())),
        ]
          + (page.curve.map { [Case(name: "\(page)", page: page, curve: try Self.curve($0))] } ?? [])
      })
  }

  /// Samples and keyframes, which the renderer plays for the page, with their inputs.
  @Test func recordedCurveStatesEqualTrace() throws {
    let page = try TestPage.interactive()
    try expectAgreement([
      Case(
        name: "samples", page: page,
        curve: try Self.curve(
          """
          { "version": 1, "inputs": { "page": [[0.1, 0], [0.6, 2]], "on": [[0.31, true]] },
            "samples": [
              { "time": 0, "offset": 0, "dragging": true }, [0.2, 40],
              { "time": 0.4, "offset": 90, "dragging": false }, [0.9, 120]] }
          """)),
      Case(
        name: "keyframes", page: page,
        curve: try Self.curve(
          """
          { "version": 1, "inputs": { "page": [[0.2, 1], [0.5, 0]] },
            "keyframes": [{ "time": 0, "offset": 0 }, { "time": 0.8, "offset": 150 }] }
          """)),
    ])
  }

  /// Edges that move during drags, flings and settling; snapping with and without its ends; taps on
  /// rows; a bar that hides and is caught in motion.
  @Test func interactiveStatesEqualTrace() throws {
    let page = try TestPage.interactive()
    let gestures = [
      #"{"drag":{"by":-200,"duration":0.3}},{"release":{}},{"hold":0.5},{"tap":{"layer":"done"}}"#,
      #"{"drag":{"by":60,"duration":0.2}},{"release":{}},{"drag":{"by":90,"duration":0.1}},{"release":{"velocity":900}}"#,
      #"{"drag":{"by":150,"duration":0.1}},{"release":{"velocity":2400,"until":0.2}},{"tap":{"at":[20,20]}},{"hold":1}"#,
      #"{"drag":{"by":700,"duration":0.3}},{"release":{"velocity":1500}},{"scrollTo":{"offset":20,"duration":0.2}}"#,
      #"{"pan":{"input":"page","by":0.4,"duration":0.1}},{"release":{"velocity":300}},{"pan":{"input":"page","by":9,"duration":0.2}},{"hold":0.1}"#,
      #"{"tap":{"layer":"star","row":1}},{"drag":{"by":30,"duration":0.05}},{"pan":{"input":"page","by":1,"duration":0.1}},{"release":{}}"#,
      #"{"drag":{"by":-120,"duration":0.2}},{"tap":{"layer":"done","duration":0.2}},{"hold":0.2},{"drag":{"by":5,"duration":0.02}}"#,
      #"{"drag":{"by":45,"duration":0.1}},{"release":{"velocity":5}},{"release":{"velocity":-400}},{"release":{}}"#,
    ]
    let inputs =
      #""inputs": {"page": [[0.4, 0], {"time": 0.9, "value": 2, "easing": "steps(3)"}], "on": [[0.35, true], [0.8, false]]}"#
    try expectAgreement(
      gestures.flatMap { gestures in
        try [
          Self.curve("{\"version\":1,\"gestures\":[\(gestures)]}"),
          Self.curve("{\"version\":1,\(inputs),\"gestures\":[\(gestures)]}"),
          Self.curve(
            "{\"version\":1,\"physics\":{\"bounces\":false},\"gestures\":[\(gestures)]}"),
          Self.curve(
            "{\"version\":1,\"snap\":false,\"physics\":{\"bounceDampingRatio\":0.4,"
              + "\"bounceStiffness\":80},\"gestures\":[\(gestures)]}"),
        ].map { Case(name: gestures, page: page, curve: $0) }
      })
  }
}
