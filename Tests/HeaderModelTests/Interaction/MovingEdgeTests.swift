import HeaderModel
import PortableMath
import Scrolling
import Testing

/// Scroll limits that depend on memory and inputs, and the reaction of the content.
@Suite struct MovingEdgeTests {
  private static let scroll = #", "minimumOffset": "open ? -60 : 0""#
  private static let members =
    #""inputs": {"open": false}, "memory": {"rests": 0}, "onRest": [{"set": {"rests": "rests + 1"}}]"#

  private func play(_ gestures: String, _ inputs: String) throws -> SimulatedCurve<
    HeaderInterpreter
  > {
    try PlayedHeader.play(gestures, inputs: inputs, Self.members, scroll: Self.scroll)
  }

  @Test func contentBeyondAnEdgeGlidesToIt() throws {
    let played = try play(
      #"{"drag": {"by": -150, "duration": 0.2}}, {"release": {"velocity": 0}}, {"hold": 2}"#,
      #"{"open": [[0.1, true], [1.9, false]]}"#)
    #expect(played.motion.offset(at: 1.85) == -60)
    #expect(played.motion.offset(at: 2.05) == -30)
    #expect(played.motion.offset(at: 2.2) == 0)
    #expect(played.answers.filter { $0.hasPrefix("rest") }.last == "rest 2.2")
  }

  /// An edge that moves away does not move the content.
  @Test func contentDoesNotFollowAnEdgeThatMovesAway() throws {
    let played = try play(#"{"hold": 1}"#, #"{"open": [[0.5, true]]}"#)
    #expect(played.motion.offset(at: 1) == 0)
    #expect(played.answers == ["input 0.5"])
  }

  /// During a drag the rubber band uses the edges at its start. The release uses the current edges.
  @Test func dragKeepsItsInitialEdges() throws {
    let closed = try play(
      #"{"drag": {"by": -100, "duration": 0.2}}"#, #"{"open": [[9, true]]}"#)
    let opened = try play(
      #"{"drag": {"by": -100, "duration": 0.2}}"#, #"{"open": [[0.1, true]]}"#)
    #expect(closed.motion.offset(at: 0.2) == opened.motion.offset(at: 0.2))
    let released = try play(
      #"{"drag": {"by": -100, "duration": 0.2}}, {"release": {"velocity": -800}}"#,
      #"{"open": [[0.1, true]]}"#)
    #expect(released.motion.offset(at: released.motion.duration) == -60)
  }

  /// If the touch itself moves the edges, its rubber band uses the new edges and the content does
  /// not move.
  @Test func touchCanMoveEdges() throws {
    let played = try PlayedHeader.play(
      #"{"scrollTo": {"offset": -60, "duration": 0.1}}, {"drag": {"by": 0, "duration": 0.4}}"#,
      #""memory": {"open": true}, "onDragStart": [{"set": {"open": false}}]"#, scroll: Self.scroll)
    #expect((played.motion.offset(at: 0.5) + 60).magnitude < 1e-9)
    #expect(played.header.edges == 0...1000)
  }

  /// A deceleration continues and bounces at the new edge.
  @Test func decelerationUsesTheNewEdge() throws {
    let played = try play(
      #"{"drag": {"by": 100, "duration": 0.1}}, {"release": {"velocity": -600}}"#,
      #"{"open": [[0.2, true]]}"#)
    #expect(played.motion.offset(at: played.motion.duration) == -60)
    #expect(played.motion.offset(at: 0.4) < 0)
  }

  @Test func edgesApplyAtTheLiftOfATap() throws {
    let played = try play(
      #"""
      {"scrollTo": {"offset": -60, "duration": 0.2}}, {"hold": 0.3},
      {"tap": {"at": [1, 1], "duration": 0.4}}, {"hold": 1}
      """#, #"{"open": [[0, true], [0.7, false]]}"#)
    #expect(played.answers == ["rest 0.2", "input 0.7", "tap 0.9", "rest 1.2"])
    #expect(played.motion.offset(at: 1.2) == 0)
  }

  /// The end of the content may move too. It is never before the start.
  @Test func movesTheEndEdge() throws {
    let moving = try PlayedHeader.interpreter(
      HeaderDocument.parse(
        Array(
          """
          {"version": 1, "name": "test", "scroll": {"maximumOffset": "rows"},
           "inputs": {"rows": {"value": 1000, "range": [-500, 1000]}}, "layers": []}
          """.utf8)))
    let curve = try ScrollCurve.parse(
      Array(
        #"""
        {"version": 1, "inputs": {"rows": [[0.5, 200]]}, "gestures": [
          {"drag": {"by": 900, "duration": 0.2}}, {"release": {"velocity": 0}}, {"hold": 1}]}
        """#.utf8))
    let glided = try PlayedHeader.play(curve, under: moving)
    #expect(glided.motion.offset(at: 0.8) == 200)
    #expect(glided.header.edges == 0...200)
  }

  /// A touch ends the glide. The release settles at the edge of that time.
  @Test func touchEndsGlideToMovingEdge() throws {
    let played = try PlayedHeader.play(
      #"""
      {"scrollTo": {"offset": -60, "duration": 0.2}}, {"hold": 0.6},
      {"drag": {"by": 0, "duration": 0.6}}, {"release": {"velocity": 0}}, {"hold": 1}
      """#, inputs: #"{"loaded": [[0.5, true]]}"#,
      #"""
      "memory": {"hold": 1}, "inputs": {"loaded": false},
      "onInput": [{"set": {"hold": 0}, "transition": {"duration": 0.6}}]
      """#, scroll: #", "minimumOffset": "-60 * shown(hold)""#)
    let caught = played.motion.offset(at: 0.8)
    #expect(caught > -60 && caught < -30)
    #expect((played.motion.offset(at: 1.3) - caught).magnitude < 1e-9)
    #expect(played.motion.offset(at: played.motion.duration) == 0)
  }

  /// Rules that move an edge at each rest never let the content come to rest.
  @Test func rejectsRestRulesThatAlwaysMoveEdges() throws {
    let error = #expect(throws: SimulationError<EvaluationError>.self) {
      try PlayedHeader.play(
        #"{"drag": {"by": 40, "duration": 0.1}}, {"release": {"velocity": 0}}, {"hold": 3600}"#,
        #""memory": {"edge": 50}, "onRest": [{"set": {"edge": "edge + 10"}}]"#,
        scroll: #", "minimumOffset": "edge""#)
    }
    guard case .curve("gestures", let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      message
        == "the scroll never settles: onRest[0].set.edge of the header moves an edge whenever the content stops"
    )
  }
}
