import HeaderModel
import PortableMath
import Scrolling
import StrictJSON
import Testing

/// The layers that taps hit.
@Suite struct TapTests {
  private static let memory = #""memory": {"hit": -1}"#

  private func hit(
    _ gestures: String, _ layers: String, inputs: String? = nil
  ) throws -> Double? {
    try PlayedHeader.play(
      gestures, inputs: inputs, Self.memory, layers: layers
    ).number("hit")
  }

  private static func layer(
    _ id: String, _ number: Int, _ members: String, layers: String? = nil
  ) -> String {
    """
    {"id": "\(id)", "type": "group", \(members), "onTap": [{"set": {"hit": \(number)}}]
      \(layers.map { ", \"layers\": [\($0)]" } ?? "")}
    """
  }

  private static func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    #""x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)"#
  }

  /// A frame contains its left and upper edges, but not its right and lower edges.
  @Test(arguments: [
    (10.0, 20.0, 1.0), (39.9, 20, 1), (40, 20, -1), (9.9, 20, -1), (10, 59.9, 1), (10, 60, -1),
  ])
  func framesAreHalfOpen(x: Double, y: Double, wanted: Double) throws {
    let found = try hit(
      #"{"tap": {"at": [\#(x), \#(y)]}}"#,
      "[\(Self.layer("a", 1, Self.frame(10, 20, 30, 40)))]")
    #expect(found == wanted)
  }

  @Test func tapHitsTheTopmostLayer() throws {
    let a = Self.layer("a", 1, Self.frame(0, 0, 50, 50) + #", "z": 1"#)
    let b = Self.layer("b", 2, Self.frame(0, 0, 50, 50))
    #expect(try hit(#"{"tap": {"at": [5, 5]}}"#, "[\(a), \(b)]") == 1)
    #expect(
      try hit(#"{"tap": {"at": [5, 5]}}"#, "[\(b), \(Self.layer("c", 3, Self.frame(0, 0, 9, 9)))]")
        == 3)
  }

  /// Clipped areas cannot be tapped. Layers without rules let taps through.
  @Test func clippingLimitsHitTest() throws {
    let child = Self.layer("child", 2, Self.frame(40, 0, 100, 20))
    let clipped =
      #"{"id": "box", "type": "group", "width": 50, "height": 50, "clip": true, "layers": [\#(child)]}"#
    #expect(try hit(#"{"tap": {"at": [45, 5]}}"#, "[\(clipped)]") == 2)
    #expect(try hit(#"{"tap": {"at": [60, 5]}}"#, "[\(clipped)]") == -1)
  }

  @Test func invisibleLayersAreNotTapped() throws {
    let layer = Self.layer("a", 1, Self.frame(0, 0, 50, 50) + #", "visible": false"#)
    #expect(try hit(#"{"tap": {"at": [5, 5]}}"#, "[\(layer)]") == -1)
    let error = #expect(throws: SimulationError<EvaluationError>.self) {
      try hit(#"{"hold": 0.1}, {"tap": {"layer": "a"}}"#, "[\(layer)]")
    }
    guard case .curve("gestures[1].tap", let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message == #""a" is not visible at 0.18 s"#)
  }

  @Test(arguments: [
    ("nothing", #"the header has no layer "nothing"; those with "onTap": follow"#),
    (
      "folow",
      #"the header has no layer "folow"; did you mean "follow"? those with "onTap": follow"#
    ),
  ])
  func unknownTapLayerErrorListsLayers(name: String, wanted: String) throws {
    let error = #expect(throws: SimulationError<EvaluationError>.self) {
      try hit(
        #"{"tap": {"layer": "\#(name)"}}"#,
        "[\(Self.layer("follow", 1, Self.frame(0, 0, 5, 5)))]")
    }
    guard case .curve("gestures[0].tap", let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message == wanted)
  }

  /// Taps that run no rules are events, and a check reports them.
  @Test func warnsAboutTapsWithoutRules() throws {
    let layers = """
      [\(Self.layer("follow", 1, Self.frame(0, 0, 50, 50))),
       {"id": "plain", "type": "group", "y": 100, "width": 10, "height": 10}]
      """
    let played = try PlayedHeader.play(
      #"{"tap": {"layer": "follow"}}, {"tap": {"layer": "plain"}}, {"tap": {"at": [300, 300]}}, {"tap": {"layer": "plain"}}"#,
      Self.memory, layers: layers)
    #expect(played.answers.count == 4)
    #expect(
      played.warnings.filter { $0.contains("tap") } == [
        #"gestures[1] and 1 more: the tap runs no rules: "plain" has no "onTap"; those that have it: follow"#,
        #"gestures[2]: the tap runs no rules: nothing there has "onTap"; those that have it: follow"#,
      ])
  }

  @Test func curveTapPositionHitsLayer() throws {
    let curve = try ScrollCurve.parse(
      Array(
        """
        {"version": 1,
         "inputs": {"page": [[0, 1]]},
         "gestures": [{"hold": 1},
           {"tap": {"layer": "a"}}]}
        """.utf8), file: "c.json")
    #expect(
      curve.error(at: "gestures[1].tap", "wrong")?.description
        == "c.json:4:12: gestures[1].tap: wrong")
    #expect(
      curve.error(at: "inputs.page", "wrong")?.description == "c.json:2:21: inputs.page: wrong")
    #expect(
      curve.error(at: "inputs.pages", "wrong")?.description == "c.json:2:12: inputs: wrong")
    #expect(
      ScrollCurve(course: curve.course).error(at: "gestures[1].tap", "wrong") == nil)
  }

  /// Rules of a list's layers know the index of the tapped row.
  @Test func tappedRowHasItsIndex() throws {
    let list = #"""
      [{"id": "rows", "type": "list", "count": 20, "pitch": 40, "layers": [
        {"id": "row", "type": "group", "height": 40, "onTap": [{"set": {"hit": "index"}}]}]}]
      """#
    #expect(try hit(#"{"tap": {"at": [5, 130]}}"#, list) == 3)
    #expect(try hit(#"{"tap": {"layer": "row", "row": 2}}"#, list) == 2)
    #expect(
      try hit(
        #"{"scrollTo": {"offset": 0, "duration": 0}}, {"tap": {"layer": "row", "row": 0}}"#, list)
        == 0)
    #expect(throws: SimulationError<EvaluationError>.self) {
      try hit(#"{"tap": {"layer": "row"}}"#, list)
    }
  }

  /// A tap takes 0.08 s and is reported at its end. If it stops no motion, no rest follows.
  @Test func tapIsReportedAtLift() throws {
    let played = try PlayedHeader.play(
      #"{"hold": 0.1}, {"tap": {"at": [0, 0]}}, {"hold": 0.1}"#, Self.memory)
    #expect(played.answers == ["tap 0.18"])
  }

  /// A tap that stops a fling is a release with velocity 0, for which release rules are evaluated.
  @Test func tapOnMovingContentReleasesIt() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 80, "duration": 0.1}}, {"release": {"velocity": 500, "until": 0.1}}, {"tap": {"at": [0, 0]}}, {"hold": 1}"#,
      Self.memory,
      scroll: #", "settle": [{"when": "velocity == 0", "to": 300, "duration": 0.2}]"#)
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.1", "tap 0.28", "rest 0.48"])
    #expect(played.motion.offset(at: 1) == 300)
  }

  /// A tap ends an active drag.
  @Test func tapEndsADrag() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 80, "duration": 0.1}}, {"tap": {"at": [0, 0], "duration": 0.1}}"#,
      Self.memory)
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.1", "tap 0.2", "rest 0.2"])
  }

  /// The finger that taps is at the layer's center.
  @Test func tapIsAtTheLayersCenter() throws {
    let played = try PlayedHeader.play(
      #"{"tap": {"layer": "a"}}, {"tap": {"at": [7, 8]}}"#, Self.memory,
      layers: "[\(Self.layer("a", 1, Self.frame(10, 20, 30, 40)))]")
    #expect(
      played.motion.fingers.map(\.position)
        == [ScreenPoint(x: 25, y: 40), ScreenPoint(x: 7, y: 8)])
  }
}
