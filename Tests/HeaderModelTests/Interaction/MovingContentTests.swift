import HeaderModel
import PortableMath
import Scrolling
import Testing

/// Rules that move the content, and settles in several steps.
@Suite struct MovingContentTests {
  private func play(
    _ gestures: String, _ inputs: String? = nil, rules: String, scroll: String = ""
  ) throws -> SimulatedCurve<HeaderInterpreter> {
    try PlayedHeader.play(
      gestures, inputs: inputs,
      #""memory": {"n": 0, "scrolls": 0}, "inputs": {"loaded": false}, \#(rules)"#, scroll: scroll,
      layers: #"""
        [{"id": "top", "type": "rectangle", "width": 50, "height": 50, "onTap": [
          {"set": {"offset": 0}, "transition": {"duration": 0.4, "easing": "linear"}}]}]
        """#)
  }

  private static let anchor =
    #""onInput": [{"set": {"offset": "offset + 120"}}], "onScroll": [{"set": {"scrolls": "scrolls + 1"}}]"#

  /// A scroll with the new offset follows at once, then rest.
  @Test func ruleMovesOffset() throws {
    let played = try play(
      #"{"scrollTo": {"offset": 40, "duration": 0.1}}, {"hold": 1}"#,
      #"{"loaded": [[0.505, true]]}"#,
      rules: Self.anchor)
    #expect(played.motion.offset(at: 0.5) == 40)
    #expect(played.motion.offset(at: 0.505) == 160)
    #expect(played.motion.offset(at: 1) == 160)
    let late = played.events.filter { $0.time >= 0.5 }
    #expect(late.map(\.kind.name) == ["input", "scroll", "rest"])
    #expect(late.map(\.offset) == [40, 160, 160])
    #expect(late.allSatisfy { $0.time == 0.505 })
  }

  /// The offset is limited to the edges.
  @Test func edgesLimitJumps() throws {
    let played = try play(
      #"{"hold": 1}"#, #"{"loaded": [[0.5, true]]}"#,
      rules: #""onInput": [{"set": {"offset": "99999"}}]"#)
    #expect(played.motion.offset(at: 1) == 1000)
  }

  /// With a transition it glides, as after a tap on the status bar.
  @Test(arguments: [(0.5, 200.0), (0.7, 100), (0.9, 0), (1.2, 0)])
  func ruleAnimatesOffset(time: Double, offset: Double) throws {
    let played = try play(
      #"{"scrollTo": {"offset": 200, "duration": 0.1}}, {"hold": 0.3}, {"tap": {"layer": "top", "duration": 0.1}}, {"hold": 1}"#,
      rules: #""onRest": [{"set": {"n": "n + 1"}}]"#)
    #expect((played.motion.offset(at: time) - offset).magnitude < 1e-9)
    #expect(played.answers == ["rest 0.1", "tap 0.5", "rest 0.9"])
  }

  /// A tap that stops moving content does not end a motion that its own rule starts.
  @Test func ruleAnimatesTouchedContent() throws {
    let played = try play(
      #"{"drag": {"by": 200, "duration": 0.1}}, {"release": {"velocity": 900, "until": 0.2}}, {"tap": {"layer": "top", "duration": 0.1}}, {"hold": 1}"#,
      rules: #""onRest": [{"set": {"n": "n + 1"}}]"#)
    #expect(played.motion.offset(at: 0.9) == 0)
    #expect(played.answers.last == "rest 0.8")
  }

  /// A finger that drags keeps the content.
  @Test func touchPreventsOffsetRules() throws {
    let played = try play(
      #"{"drag": {"by": 40, "duration": 0.4}}, {"release": {"velocity": 0}}, {"hold": 0.5}"#,
      #"{"loaded": [[0.2, true]]}"#, rules: Self.anchor)
    #expect(played.motion.offset(at: 0.4) == 40)
    #expect(played.motion.offset(at: 0.9) == 40)
  }

  /// A release continues from the offset that the rule set.
  @Test func releaseSettlesAfterTheJump() throws {
    let played = try play(
      #"{"drag": {"by": 40, "duration": 0.2}}, {"release": {"velocity": 0}}, {"hold": 0.5}"#,
      rules: #""onDragEnd": [{"set": {"offset": "offset + 300"}}]"#,
      scroll:
        #", "settle": [{"when": "offset > 300", "to": 500, "duration": 0.2, "easing": "linear"}]"#)
    #expect(played.motion.offset(at: 0.3) == 420)
    #expect(played.motion.offset(at: 0.5) == 500)
  }

  @Test func rejectsRulesThatAlwaysJump() throws {
    let error = #expect(throws: SimulationError<EvaluationError>.self) {
      try play(
        #"{"scrollTo": {"offset": 40, "duration": 0.1}}, {"hold": 1}"#,
        rules: #""onScroll": [{"set": {"offset": "offset < 500 ? 600 : 400"}}]"#)
    }
    guard case .curve("gestures", let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message == "onScroll[0].set.offset of the header moves the content without end")
  }

  /// Steps follow each other, the last one is followed by rest.
  @Test func settleRunsItsSteps() throws {
    let played = try play(
      #"{"drag": {"by": 80, "duration": 0.2}}, {"release": {"velocity": 500}}, {"hold": 0.1}"#,
      rules: #""onRest": [{"set": {"n": "n + 1"}}]"#,
      scroll: #"""
        , "settle": [{"to": 100, "duration": 0.2, "easing": "linear", "then": [
          {"to": 40, "duration": 0.3, "easing": "linear"},
          {"to": 0, "delay": 0.5, "duration": 0.1, "easing": "linear"}]}]
        """#)
    for (time, offset) in [
      (0.2, 80.0), (0.3, 90), (0.4, 100), (0.55, 70), (0.7, 40), (1.2, 40), (1.25, 20), (1.3, 0),
    ] {
      #expect((played.motion.offset(at: time) - offset).magnitude < 1e-9, "\(time)")
    }
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.2", "rest 1.3"])
  }

  /// A touch ends all of them.
  @Test func touchEndsSettleSteps() throws {
    let played = try play(
      #"{"drag": {"by": 80, "duration": 0.2}}, {"release": {"velocity": 0, "until": 0.1}}, {"drag": {"by": 0, "duration": 0.1}}, {"hold": 1}"#,
      rules: #""onRest": [{"set": {"n": "n + 1"}}]"#,
      scroll: #"""
        , "settle": [{"to": 100, "duration": 0.2, "easing": "linear", "then": [
          {"to": 0, "duration": 0.3}]}]
        """#)
    #expect((played.motion.offset(at: 1.4) - 90).magnitude < 1e-9)
  }
}
