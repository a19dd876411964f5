import HeaderModel
import PortableMath
import Scrolling
import Testing

/// Delays of rules, transitions and settles.
@Suite struct DelayTests {
  private static let button = #"""
    [{"id": "a", "type": "rectangle", "width": 100, "height": 50, "onTap": [RULE]},
     {"id": "b", "type": "rectangle", "y": 100, "width": 100, "height": 50, "onTap": [
       {"set": {"on": false}}]}]
    """#

  private func play(
    _ gestures: String, rule: String, _ members: String = "", scroll: String = ""
  ) throws -> SimulatedCurve<HeaderInterpreter> {
    try PlayedHeader.play(
      gestures, #""memory": {"on": false, "n": 0, "seen": 0}\#(members)"#, scroll: scroll,
      layers: Self.button.replacing("RULE", with: rule))
  }

  private static let tap = #"{"tap": {"at": [5, 5], "duration": 0.1}}"#

  /// The condition is tested at the event, the values are those of half a second later.
  @Test func delayedRuleRunsLater() throws {
    let played = try play(
      Self.tap + #", {"hold": 0.2}, {"tap": {"at": [5, 105], "duration": 0.1}}, {"hold": 1}"#,
      rule: #"{"set": {"on": true}}, {"when": "on", "delay": 0.5, "set": {"n": "on ? 1 : 2"}}"#)
    #expect(played.answers == ["tap 0.1", "tap 0.4", "delay 0.6"])
    #expect(try played.number("n") == 2)
  }

  /// A rule that is chosen again while it waits starts to wait anew.
  @Test func retriggeredDelayRestarts() throws {
    let played = try play(
      Self.tap + #", {"hold": 0.2}, "# + Self.tap + #", {"hold": 1}"#,
      rule: #"{"delay": "0.25 * 2", "set": {"n": "n + 1"}}"#)
    #expect(played.answers == ["tap 0.1", "tap 0.4", "delay 0.9"])
    #expect(try played.number("n") == 1)
  }

  /// A rule that waits at the curve's end does not run.
  @Test func pendingDelayDoesNotExtendTheCurve() throws {
    let played = try play(
      Self.tap + #", {"hold": 0.2}"#, rule: #"{"delay": 0.5, "set": {"n": 1}}"#)
    #expect(played.motion.duration == 0.3)
    #expect(try played.number("n") == 0)
  }

  @Test func untimedEventsHaveNoDelay() throws {
    var header = try PlayedHeader.interpreter(
      TestDocument.parse(
        #""memory": {"n": 0}, "onScroll": [{"delay": 1, "set": {"n": "n + 1"}}]"#))
    try header.receive(offset: 0)
    #expect(try header.number("n") == 1)
  }

  /// Rows of a list wait for themselves, and know their index when they run.
  @Test func rowsDelayIndependently() throws {
    let played = try PlayedHeader.play(
      #"{"tap": {"layer": "c", "row": 1}}, {"tap": {"layer": "c", "row": 2}}, {"hold": 1}"#,
      #""memory": {"n": 0}"#,
      layers: #"""
        [{"type": "list", "count": 4, "rowHeight": 40, "layers": [
          {"id": "c", "type": "rectangle", "onTap": [{"delay": 0.5, "set": {"n": "10 * n + index"}}]}]}]
        """#)
    #expect(played.answers == ["tap 0.08", "tap 0.16", "delay 0.58", "delay 0.66"])
    #expect(try played.number("n") == 12)
  }

  /// Until the delay has passed, layers show the value from before.
  @Test(arguments: [(0.1, 0.0), (0.35, 0), (0.6, 0), (0.7, 50), (0.8, 100), (1, 100)])
  func delayedTransitionStartsLater(time: Double, value: Double) throws {
    var header = try play(
      Self.tap + #", {"hold": 1}"#,
      rule: #"{"set": {"seen": 100}, "transition": {"delay": 0.5, "duration": 0.2}}"#
    ).header
    #expect(try header.number("seen") == 100)
    let state = try header.state(at: time)
    guard case .number(let shown)? = state.memory.last?.value else { return #expect(Bool(false)) }
    #expect((shown - value).magnitude < 1e-9)
    #expect(header.settlingTime == 0.8)
  }

  /// A transition may be a delay alone.
  @Test func delayWithoutDurationIsAStep() throws {
    var header = try play(
      Self.tap + #", {"hold": 1}"#,
      rule: #"{"set": {"seen": 100}, "transition": {"delay": 0.5, "duration": 0}}"#
    ).header
    #expect(try header.state(at: 0.59).memory.last?.value == .number(0))
    #expect(try header.state(at: 0.6).memory.last?.value == .number(100))
  }

  /// The content stays where it was released, without its velocity, and then settles.
  @Test func delayedSettleStartsLater() throws {
    let played = try play(
      #"{"drag": {"by": 80, "duration": 0.2}}, {"release": {"velocity": 500}}, {"hold": 0.1}"#,
      rule: "", "",
      scroll: #", "settle": [{"to": 0, "delay": 0.5, "duration": 0.4, "easing": "linear"}]"#)
    for (time, offset) in [(0.2, 80.0), (0.45, 80), (0.7, 80), (0.9, 40), (1.1, 0)] {
      #expect((played.motion.offset(at: time) - offset).magnitude < 1e-9, "\(time)")
    }
    #expect(played.answers == ["dragStart 0.0", "dragEnd 0.2", "rest 1.1"])
  }

  @Test func limitsDelays() throws {
    #expect(throws: (any Error).self) {
      try play(Self.tap, rule: #"{"delay": 4000, "set": {"n": 1}}"#)
    }
    #expect(throws: (any Error).self) {
      try play(Self.tap, rule: #"{"delay": "-1", "set": {"n": 1}}"#)
    }
  }
}
