import HeaderModel
import PortableMath
import Scrolling
import Testing

/// Inputs of documents and curves.
@Suite struct InputTests {
  private static let page =
    #""inputs": {"page": {"value": 0, "range": [0, 3], "points": 100, "step": 1}, "on": false}, "memory": {"seen": 0}"#

  private func play(
    _ gestures: String, inputs: String? = nil, _ members: String = page, layers: String = "[]"
  ) throws -> SimulatedCurve<HeaderInterpreter> {
    try PlayedHeader.play(gestures, inputs: inputs, members, layers: layers)
  }

  private func page(_ played: SimulatedCurve<HeaderInterpreter>) -> Double {
    played.header.value(ofInput: 0)
  }

  /// A released pan settles at the step nearest to its value plus 0.1 s of its velocity. Halves are
  /// rounded up.
  @Test(arguments: [
    (0.4, #"{}"#, 1.0), (0.5, #"{"velocity": 0}"#, 1), (0.49, #"{"velocity": 0}"#, 0),
    (0.2, #"{"velocity": 300}"#, 1), (0.2, #"{"velocity": 299}"#, 0),
    (2.9, #"{"velocity": 9000}"#, 3),
    (1.2, #"{"velocity": -900}"#, 0),
  ])
  func releasedPanSettlesAtAStep(by: Double, release: String, end: Double) throws {
    let played = try play(
      #"{"pan": {"input": "page", "by": \#(by), "duration": 0.1}}, {"release": \#(release)}, {"hold": 0.5}"#
    )
    #expect(page(played) == end)
  }

  @Test func limitsPanToTheRange() throws {
    let played = try play(#"{"pan": {"input": "page", "by": 30, "duration": 0.1}}, {"hold": 0.1}"#)
    #expect(page(played) == 3)
  }

  /// A pan without a release keeps its value.
  @Test func unreleasedPanDoesNotSettle() throws {
    let played = try play(
      #"{"pan": {"input": "page", "by": 0.4, "duration": 0.1}}, {"drag": {"by": 10, "duration": 0.3}}, {"release": {"velocity": 0}}"#
    )
    #expect((page(played) - 0.4).magnitude < 1e-12)
  }

  /// The movement after the last event of a pan is reported with the next event.
  @Test(arguments: [#"{"release": {}}"#, #"{"drag": {"by": 10, "duration": 0.2}}"#])
  func panEndsAtTheFinger(next: String) throws {
    let played = try play(
      #"{"pan": {"input": "page", "by": 0.35, "duration": 0.105}}, \#(next), {"hold": 0.5}"#,
      #""inputs": {"page": {"value": 0, "range": [0, 3], "points": 100}}"#)
    #expect(page(played) == 0.35)
  }

  /// A pan overrides the input values of the curve until the curve changes the input again.
  @Test func panOverridesCurveInputs() throws {
    let played = try play(
      #"{"pan": {"input": "page", "by": 2, "duration": 0.1}}, {"release": {}}, {"hold": 1}"#,
      inputs: #"{"page": [[0.05, 0.5], [0.2, 0.5], {"time": 0.9, "value": 3}, [1, 3]]}"#)
    #expect(page(played) == 3)
    #expect(
      played.events.contains {
        $0.time < 0.4 && $0.kind == .input([InputChange(input: 0, value: 2)])
      })
  }

  /// A rule that sets an input ends the pan that settles it.
  @Test func setEndsThePan() throws {
    let played = try play(
      #"{"pan": {"input": "page", "by": 0.6, "duration": 0.1}}, {"release": {"until": 0.1}}, {"tap": {"at": [1, 1]}}, {"hold": 1}"#,
      inputs: nil,
      Self.page + #", "onInput": [{"when": "page > 0.75", "set": {"page": 0.25}}]"#)
    #expect(page(played) == 0.25)
  }

  /// A set is limited to the range, and no event follows.
  @Test func limitsSetToTheRange() throws {
    let played = try play(
      #"{"drag": {"by": 10, "duration": 0.1}}"#, inputs: nil,
      Self.page + #", "onDragStart": [{"set": {"page": 7, "on": true}}]"#)
    #expect(page(played) == 3)
    #expect(played.header.value(ofInput: 1) == 1)
    #expect(!played.answers.contains { $0.hasPrefix("input") })
  }

  /// A value at time 0 is the initial value and not an event.
  @Test func initialInputValueIsNotAnEvent() throws {
    let played = try play(
      #"{"hold": 0.5}"#, inputs: #"{"page": [[0, 2]], "on": [[0, true]]}"#)
    #expect(played.answers.isEmpty)
    #expect(page(played) == 2)
    #expect(played.header.value(ofInput: 1) == 1)
  }

  /// The first event contains the inputs' initial values.
  @Test func eventsIncludeInitialInputs() throws {
    let document = try TestDocument.parse(Self.page)
    let curve = try ScrollCurve.parse(
      Array(
        """
        { "version": 1, "gestures": [{"hold": 0.1}],
          "inputs": {"page": [[0, 2], [0.05, 2.5]], "on": [[0, true]]} }
        """.utf8))
    let header = try PlayedHeader.interpreter(document)
    let events = try PlayedHeader.play(curve, under: header).events
    var replayed = header
    try replayed.receive(try #require(events.first))
    #expect(try replayed.state().inputs.map(\.value) == [.number(2), .boolean(true)])
  }

  @Test func warnsAboutClampedInputs() throws {
    let played = try play(#"{"hold": 0.5}"#, inputs: #"{"page": [[0, 2], [0.3, 7.5]]}"#)
    #expect(page(played) == 3)
    #expect(
      played.warnings.contains(
        "inputs.page: 7.5 is limited; the header's input goes from 0.0 to 3.0"))
  }

  /// The curve ends with its last input value, even if the gestures end before.
  @Test func curveLastsUntilItsLastInput() throws {
    let played = try play(#"{"hold": 0.1}"#, inputs: #"{"on": [[0.505, true]]}"#)
    #expect(played.motion.duration == 0.505)
    #expect(played.answers == ["input 0.505"])
  }

  @Test func reportsUnknownInputs() throws {
    func message(_ inputs: String) throws -> String {
      let error = #expect(throws: SimulationError<EvaluationError>.self) {
        try play(#"{"hold": 0.1}"#, inputs: inputs)
      }
      guard case .curve(let path, let message)? = error else { return "" }
      return path + ": " + message
    }
    #expect(
      try message(#"{"pgae": [[0, 1]]}"#)
        == #"inputs.pgae: the header has no input "pgae"; did you mean "page"?"#)
    #expect(
      try message(#"{"zzzzzz": [[0, 1]]}"#)
        == #"inputs.zzzzzz: the header has no input "zzzzzz"; known: page, on"#)
    #expect(
      try message(#"{"on": [[0, 1]]}"#)
        == "inputs.on: the header's input is a condition; give true and false")
    _ = try play(#"{"hold": 0.1}"#, inputs: #"{"optional": true, "pgae": [[0, 1]]}"#)
  }

  /// Inputs may be set before the header is created. They replace the values in the document.
  @Test func inputsCanBeSetBeforeLaunch() throws {
    var document = try TestDocument.parse(Self.page)
    try document.set(input: "page", to: .number(2.5))
    try document.set(input: "on", to: .condition(true))
    var header = try PlayedHeader.interpreter(document)
    try header.receive(offset: 0)
    let inputs = try header.state().inputs
    #expect(inputs.map(\.name) == ["page", "on"])
    #expect(inputs.map(\.value) == [.number(2.5), .boolean(true)])
    #expect(throws: DocumentSettingError.self) { try document.set(input: "on", to: .number(1)) }
    #expect(throws: DocumentSettingError.self) { try document.set(input: "off", to: .number(1)) }
    try document.set(input: "page", to: .number(4))
    #expect(throws: EvaluationError.self) { try PlayedHeader.interpreter(document) }
  }

  /// Samples may contain drags.
  @Test func samplesCanDrag() throws {
    let curve = try ScrollCurve.parse(
      Array(
        #"""
        {"version": 1, "samples": [
          {"time": 0, "offset": 0}, {"time": 0.105, "offset": 0, "dragging": true},
          {"time": 0.205, "offset": 50}, {"time": 0.305, "offset": 80, "dragging": false}, [0.5, 90]]}
        """#.utf8))
    let header = try PlayedHeader.interpreter(
      TestDocument.parse(
        #""memory": {"speed": 0}, "onDragEnd": [{"set": {"speed": "velocity"}}]"#))
    let played = try PlayedHeader.play(curve, under: header)
    #expect(played.answers == ["dragStart 0.105", "dragEnd 0.305", "rest 0.5"])
    let speed = try #require(try played.number("speed"))
    #expect((speed - 300).magnitude < 1e-9)
  }

  /// Samples and keyframes rest 0.1 s after their last change, and at the end.
  @Test(arguments: [
    (
      #""samples": [[0, 0], [0.2, 60], [0.5, 60], [0.6, 90]]"#,
      ["rest 0.3", "rest 0.6"]
    ),
    (
      #""keyframes": [{"time": 0.1, "offset": 0}, {"time": 0.3, "offset": 50}, {"time": 1, "offset": 50}]"#,
      ["rest 0.4"]
    ),
    (#""samples": [[0, 0], [0.5, 0]]"#, []),
    (
      #""samples": [[0, 0], [0.1, 30], [0.18, 30], [0.25, 60], [1, 60]], "interpolation": "hold""#,
      ["rest 0.2", "rest 0.35"]
    ),
    (
      #""samples": [[0, 0], [0.1, 30], [0.14, 30], [0.19, 60], [1, 60]], "interpolation": "hold""#,
      ["rest 0.29"]
    ),
  ])
  func sampledCurvesSendRest(course: String, answers: [String]) throws {
    let curve = try ScrollCurve.parse(Array("{\"version\": 1, \(course)}".utf8))
    let header = try PlayedHeader.interpreter(
      TestDocument.parse(#""memory": {"n": 0}, "onRest": [{"set": {"n": "n + 1"}}]"#))
    let played = try PlayedHeader.play(curve, under: header)
    #expect(played.answers == answers)
    #expect(try played.number("n") == Double(answers.count))
  }

  /// A finger that is down keeps the content from rest; lifting it starts the 0.1 s again.
  @Test func sampledContentDoesNotRestUnderAFinger() throws {
    let curve = try ScrollCurve.parse(
      Array(
        #"""
        {"version": 1, "samples": [
          {"time": 0, "offset": 0}, {"time": 0.1, "offset": 0, "dragging": true},
          {"time": 0.2, "offset": 50}, {"time": 0.7, "offset": 50, "dragging": false}, [2, 50]]}
        """#.utf8))
    let header = try PlayedHeader.interpreter(
      TestDocument.parse(#""memory": {"n": 0}, "onRest": [{"set": {"n": "n + 1"}}]"#))
    let played = try PlayedHeader.play(curve, under: header)
    #expect(played.answers == ["dragStart 0.1", "dragEnd 0.7", "rest 0.8"])
  }

  /// At 5 events per second a curve that moves on has not come to rest between two of them.
  @Test func sparseEventsDoNotRunRestRules() throws {
    let curve = try ScrollCurve.parse(
      Array(#"{"version": 1, "samples": [[0, 0], [1, 100], [2, 100]]}"#.utf8))
    let header = try PlayedHeader.interpreter(
      TestDocument.parse(#""memory": {"n": 0}, "onRest": [{"set": {"n": "n + 1"}}]"#))
    let played = try PlayedHeader.play(curve, under: header, rate: .perSecond(5))
    #expect(played.answers == ["rest 1.2"])
  }

  /// A rule's transition animates an input: rules read its target, layers its current value.
  @Test func setWithTransitionAnimatesInput() throws {
    var header = try play(
      #"{"tap": {"at": [5, 5], "duration": 0.1}}, {"hold": 0.2}"#, Self.tapped, layers: Self.tab
    ).header
    #expect(page(header) == 3)
    for (time, value) in [(0.1, 0.0), (0.2, 0.75), (0.3, 1.5), (0.5, 3), (0.6, 3)] {
      let state = try header.state(at: time)
      let shown = try number(state.inputs.first)
      #expect((shown - value).magnitude < 1e-9, "\(time)")
      #expect(state.layer("tab")?.frame.x == 10 * shown, "\(time)")
    }
    #expect(header.settlingTime == 0.5)
  }

  /// A pan takes the input over where it shows, and ends the transition.
  @Test func panStopsInputTransition() throws {
    var header = try play(
      #"""
      {"tap": {"at": [5, 5], "duration": 0.1}}, {"hold": 0.2},
      {"pan": {"input": "page", "by": 0, "duration": 0.1}}, {"hold": 0.5}
      """#, Self.tapped, layers: Self.tab
    ).header
    #expect((page(header) - 1.5).magnitude < 1e-9)
    #expect(try number(header.state(at: 0.8).inputs.first) == page(header))
  }

  private static let tapped = #""inputs": {"page": {"value": 0, "range": [0, 3]}}"#
  private static let tab = #"""
    [{"id": "tab", "type": "rectangle", "x": "page * 10", "width": 100, "height": 50, "onTap": [
      {"set": {"page": 9}, "transition": {"duration": 0.4}}]}]
    """#

  private func page(_ header: HeaderInterpreter) -> Double { header.value(ofInput: 0) }

  private func number(_ value: RememberedValue?) throws -> Double {
    guard case .number(let number) = try #require(value).value else { return .nan }
    return number
  }

  /// A document is interactive if it contains inputs or event rules. Other documents receive only
  /// offsets.
  @Test func plainDocumentsAreNotInteractive() throws {
    #expect(!(try TestDocument.parse(#""memory": {"a": 0}"#)).isInteractive)
    for members in [
      #""inputs": {}"#, #""onDragStart": []"#, #""onDragEnd": []"#, #""onRest": []"#,
      #""onInput": []"#,
    ] {
      #expect(try TestDocument.parse(members).isInteractive, "\(members)")
    }
    #expect(
      try TestDocument.parse("", layers: #"[{"type": "group", "onTap": []}]"#).isInteractive)
  }
}
