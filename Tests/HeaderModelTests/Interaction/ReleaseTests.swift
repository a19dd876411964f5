import HeaderModel
import PortableMath
import Scrolling
import Testing

/// The offsets at which releases settle, and the events that follow.
@Suite struct ReleaseTests {
  private static let rests = #""memory": {"rests": 0}, "onRest": [{"set": {"rests": "rests + 1"}}]"#

  private func offset(
    _ gestures: String, scroll: String
  ) throws -> Double {
    let played = try PlayedHeader.play(gestures, Self.rests, scroll: scroll)
    return played.motion.offset(at: played.motion.duration)
  }

  /// The results of React Native's `snapToOffsets`: list, drag distance, velocity and final offset.
  @Test(arguments: [
    // The sign of the velocity selects the offset. Without velocity it is the nearest one. For a
    // tie it is the larger one.
    ("[100, 300]", "60", 10.0, 100.0), ("[100, 300]", "160", -10, 100),
    ("[100, 300]", "160", 0, 100),
    ("[100, 300]", "200", 0, 300), ("[100, 300]", "300", 0, 300), ("[100, 300]", "300", 5, 1000),
    // 0 precedes the first offset, and the end of the content follows the last.
    ("[100, 300]", "60", -10, 0), ("[100, 300]", "40", 0, 0), ("[100, 300]", "700", 0, 1000),
    // Offsets are limited to 0 and the end of the content.
    ("[-50, 2000]", "60", -10, 0), ("[-50, 2000]", "60", 10, 1000),
  ])
  func snapOffsetsMatchReactNative(list: String, by: String, velocity: Double, end: Double) throws {
    let found = try offset(
      #"{"drag": {"by": \#(by), "duration": 0.2}}, {"release": {"velocity": \#(velocity)}}"#,
      scroll: #", "snapToOffsets": \#(list)"#)
    #expect(found == end)
  }

  /// If `snapToStart` or `snapToEnd` is false, the content moves freely outside of the list.
  @Test(arguments: [
    ("snapToEnd", 350.0, 0.0, 350.0), ("snapToEnd", 290, 200, 300), ("snapToStart", 60, 0, 60),
    ("snapToStart", 120, -200, 100),
  ])
  func snapToStartAndEndCanBeOff(
    key: String, by: Double, velocity: Double, end: Double
  ) throws {
    let found = try offset(
      #"{"drag": {"by": \#(by), "duration": 0.2}}, {"release": {"velocity": \#(velocity)}}"#,
      scroll: #", "snapToOffsets": [100, 300], "\#(key)": false"#)
    #expect(found == end)
  }

  @Test func overscrollDoesNotSnap() throws {
    let found = try offset(
      #"{"drag": {"by": -80, "duration": 0.2}}, {"release": {}}"#,
      scroll: #", "snapToOffsets": [100, 300]"#)
    #expect(found == 0)
  }

  @Test func settleRulePrecedesSnapping() throws {
    let found = try offset(
      #"{"drag": {"by": 90, "duration": 0.2}}, {"release": {"velocity": 0}}"#,
      scroll: #", "settle": [{"to": 40, "duration": 0.2}], "snapToOffsets": [100, 300]"#)
    #expect(found == 40)
  }

  @Test func settleOffsetIsClampedToEdges() throws {
    let found = try offset(
      #"{"drag": {"by": 90, "duration": 0.2}}, {"release": {"velocity": 0}}"#,
      scroll: #", "settle": [{"to": 4000}]"#)
    #expect(found == 1000)
  }

  /// A rule with `"at": "rest"` is evaluated when a fling has decelerated to 10 points per second.
  @Test func rulesAtRestRunWhenMotionIsSlow() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 100, "duration": 0.1}}, {"release": {"velocity": 200}}"#,
      #""memory": {"speed": 0}"#,
      scroll:
        #", "settle": [{"at": "rest", "when": "velocity == 10", "to": 0}]"#)
    #expect(played.motion.offset(at: played.motion.duration) == 0)
    let rest = try #require(played.events.last)
    #expect(rest.kind == .rest)
  }

  /// After a bounce the velocity in rules at rest is 0.
  @Test func velocityAfterBounceIsZero() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": -100, "duration": 0.1}}, {"release": {"velocity": 0}}"#,
      "", scroll: #", "settle": [{"at": "rest", "when": "velocity == 0 && offset == 0", "to": 50}]"#
    )
    #expect(played.motion.offset(at: played.motion.duration) == 50)
    #expect(played.answers.filter { $0.hasPrefix("rest") }.count == 1)
  }

  /// A rule at rest that never applies does not change the motion. After a bounce, rules are
  /// evaluated only at the end, even if the edge has moved.
  @Test(arguments: [("{}", -700.0, 0.0), (#"{"shut": [[0.3, true]]}"#, -400, 200)])
  func restRuleDoesNotDelayRest(inputs: String, velocity: Double, edge: Double) throws {
    func play(_ settle: String) throws -> SimulatedCurve<HeaderInterpreter> {
      try PlayedHeader.play(
        #"{"drag": {"by": 300, "duration": 0.2}}, {"release": {"velocity": \#(velocity)}}, {"hold": 3}"#,
        inputs: inputs, Self.rests + #", "inputs": {"shut": false}"#,
        scroll: #", "minimumOffset": "shut ? 200 : 0" \#(settle)"#)
    }
    let plain = try play("")
    let asked = try play(#", "settle": [{"at": "rest", "when": "offset == -1", "to": 500}]"#)
    #expect(asked.answers == plain.answers)
    #expect(plain.answers.last?.hasPrefix("rest 1.") == true)
    for tick in 0...40 {
      let time = Double(tick) / 10
      #expect(asked.motion.offset(at: time) == plain.motion.offset(at: time), "\(time) s")
    }
    #expect(plain.motion.offset(at: 3) == edge)
  }

  @Test func settleWithoutDistanceRestsAtOnce() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 100, "duration": 0.1}}, {"release": {"velocity": 0}}"#, "",
      scroll: #", "settle": [{"to": 100.2, "duration": 1}]"#)
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.1", "rest 0.1"])
    #expect(played.motion.offset(at: 1) == 100.2)
  }

  @Test func durationCanBeAnExpression() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 100, "duration": 0.1}}, {"release": {"velocity": 0}}"#, "",
      scroll: #", "settle": [{"to": 0, "duration": "0.2 * offset / 100"}]"#)
    #expect(played.answers.last == "rest 0.3")
  }

  @Test func rejectsZeroDuration() throws {
    #expect(throws: (any Error).self) {
      try PlayedHeader.play(
        #"{"drag": {"by": 100, "duration": 0.1}}, {"release": {"velocity": 0}}"#, "",
        scroll: #", "settle": [{"to": 0, "duration": "offset - 100"}]"#)
    }
  }

  // MARK: - Rests

  @Test func endOfCurveLiftsTheFinger() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 100, "duration": 0.1}}"#, Self.rests)
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.1"])
  }

  @Test func programmaticScrollRests() throws {
    let played = try PlayedHeader.play(
      #"{"scrollTo": {"offset": 40, "duration": 0.2}}, {"hold": 0.1}"#, Self.rests)
    #expect(played.answers == ["rest 0.2"])
  }

  @Test func releaseWithoutTouchSendsNoDragEnd() throws {
    let played = try PlayedHeader.play(
      #"{"release": {"velocity": 300}}, {"release": {}}, {"hold": 0.1}"#, Self.rests)
    #expect(played.answers.map { $0.prefix(4) } == ["rest"])
  }

  @Test func panEndsADrag() throws {
    let played = try PlayedHeader.play(
      #"""
      {"drag": {"by": 50, "duration": 0.1}}, {"hold": 0.1},
      {"pan": {"input": "page", "by": 0.5, "duration": 0.2}}, {"release": {"until": 0.1}}
      """#, #""inputs": {"page": {"value": 0, "range": [0, 1]}}"#)
    #expect(
      played.answers.filter { !$0.hasPrefix("input") }
        == ["dragStart 0.0", "dragEnd 0.2", "rest 0.2"])
  }

  /// `shown(bar)` is the current value during a transition.
  @Test func shownReturnsTheCurrentMemoryValue() throws {
    let played = try PlayedHeader.play(
      #"{"hold": 0.1}, {"drag": {"by": 100, "duration": 0.2}}, {"release": {"velocity": 0}}"#,
      #"""
      "memory": {"bar": {"value": 0, "transition": {"duration": 0.4}}, "seen": 0},
      "onDragStart": [{"set": {"bar": 1}}], "onDragEnd": [{"set": {"seen": "shown(bar)"}}]
      """#)
    let seen = try #require(try played.number("seen"))
    #expect((seen - 0.5).magnitude < 1e-12)
  }

  /// `position` is the offset limited to the edges, so overscroll does not change it.
  @Test func positionExcludesOverscroll() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": -100, "duration": 0.1}}, {"release": {}}, {"drag": {"by": 60, "duration": 0.1}}"#,
      #"""
      "memory": {"hidden": 0, "place": 0, "least": 0},
      "onRest": [{"set": {"place": "position"}}],
      "onScroll": [{"set": {"hidden": "hidden + positionDelta", "least": "min(least, position)"}}]
      """#)
    #expect(try played.number("hidden") == 60)
    #expect(try played.number("least") == 0)
  }

  /// Names in the document hide the built-in names of events.
  @Test func declaredNamesHideBuiltInOnes() throws {
    let played = try PlayedHeader.play(
      #"{"drag": {"by": 10, "duration": 0.1}}"#,
      #"""
      "constants": {"start": 7, "target": 8, "velocity": 9}, "memory": {"sum": 0},
      "onDragStart": [{"set": {"sum": "start + target + velocity"}}]
      """#)
    #expect(try played.number("sum") == 24)
  }
}
