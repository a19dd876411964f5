import HeaderModel
import Scrolling
import StrictJSON
import Testing

/// Layers that know that a finger touches them.
@Suite struct PressedTests {
  private static let layers = #"""
    [{"id": "follow", "type": "rectangle", "width": 100, "height": 50,
      "opacity": "pressed('follow') ? 0.5 : 1", "onTap": [{"set": {"n": "n + 1"}}]},
     {"id": "list", "type": "list", "y": 100, "count": 4, "rowHeight": 40, "layers": [
       {"id": "row", "type": "rectangle", "opacity": "pressed(\"row\") ? 0.25 : 1",
        "onTap": [{"set": {"n": "pressed(row) ? 100 : 10"}}]}]},
     {"id": "any", "type": "rectangle", "y": 300, "visible": "pressed(row)"}]
    """#

  private func play(_ gestures: String) throws -> SimulatedCurve<HeaderInterpreter> {
    try PlayedHeader.play(gestures, #""memory": {"n": 0}"#, layers: Self.layers)
  }

  /// The state after the events up to a time.
  private func state(_ gestures: String, at time: Double) throws -> HeaderState {
    var header = try PlayedHeader.interpreter(
      TestDocument.parse(#""memory": {"n": 0}"#, layers: Self.layers))
    for event in try play(gestures).events where event.time <= time { try header.receive(event) }
    return try header.state(at: time)
  }

  private static let tap =
    #"{"hold": 0.1}, {"tap": {"layer": "follow", "duration": 0.2}}, {"hold": 0.1}"#

  @Test(arguments: [(0.05, 1.0), (0.1, 0.5), (0.29, 0.5), (0.3, 1), (0.4, 1)])
  func layerIsPressedFromTouchToLift(time: Double, opacity: Double) throws {
    #expect(try state(Self.tap, at: time).layer("follow")?.opacity == opacity)
    #expect(try play(Self.tap).answers == ["touch 0.1", "tap 0.3"])
  }

  /// In its list a layer means its own row, elsewhere any.
  @Test func rowsArePressedIndividually() throws {
    let state = try state(#"{"tap": {"layer": "row", "row": 2, "duration": 0.2}}"#, at: 0.1)
    guard case .list(let list)? = state.layer("list")?.content else {
      Issue.record("no list")
      return
    }
    #expect(list.rows.map { $0.layers.first?.opacity } == [1, 1, 0.25, 1])
    #expect(state.layer("any")?.visible == true)
    #expect(state.layer("follow")?.opacity == 1)
  }

  /// The rules of the tap run when the finger has been lifted.
  @Test func tapRulesSeeNoPress() throws {
    let played = try play(#"{"tap": {"layer": "row", "row": 2}}"#)
    #expect(try played.number("n") == 10)
  }

  @Test func tapOutsideLayersPressesNone() throws {
    let state = try state(#"{"tap": {"at": [5, 80], "duration": 0.2}}"#, at: 0.1)
    #expect(state.layer("follow")?.opacity == 1 && state.layer("any")?.visible == false)
  }

  /// Headers without expressions of `pressed` receive taps only.
  @Test func headersWithoutPressRulesReceiveOnlyTaps() throws {
    let played = try PlayedHeader.play(
      #"{"tap": {"layer": "a"}}"#, #""memory": {"n": 0}"#,
      layers: #"[{"id": "a", "type": "rectangle", "onTap": [{"set": {"n": 1}}]}]"#)
    #expect(played.answers == ["tap 0.08"])
  }

  @Test(arguments: [
    (
      "pressed(follw)",
      #"pressed takes a layer with "onTap", found "follw"; did you mean "follow"?"#
    ),
    ("pressed(2)", "pressed takes the id of a layer, found 2"),
    ("'follow' == 1", "found a string where a value is expected"),
    ("pressed('follow", "the string has no closing quotation mark"),
  ])
  func rejectsUnknownPressedNames(expression: String, message: String) {
    let error = #expect(throws: JSONError.self) {
      try TestDocument.parse(
        #""memory": {"n": 0}, "values": {"v": "\#(expression)"}"#, layers: Self.layers)
    }
    #expect(error?.message.contains(message) ?? false, "\(String(describing: error))")
  }
}
