import PortableMath
import Testing

@testable import Scrolling

/// The times of gestures and ticks are exact.
@Suite struct ExactCurveTimeTests {
  private let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2)

  private func events(_ gestures: String, rate: EventRate = .standard) throws -> [ScrollEvent] {
    let curve = try ScrollCurve.parse(Array("{\"version\":1,\"gestures\":[\(gestures)]}".utf8))
    return ScrollMotion(curve, in: environment).events(
      rate: rate, frames: PlaybackOptions())
  }

  /// In doubles, 0.177 - 0.1 is less than 0.077.
  @Test(arguments: [0.1, 0.3, 0.7, 1.1, 2.3])
  func dragEndsAtItsLastStep(hold: Double) throws {
    let events = try events(
      #"{"hold":\#(hold)},{"drag":{"by":40,"duration":0.077,"easing":"steps(4, jump-end)"}},{"release":{"velocity":0}}"#
    )
    #expect(events.last?.offset == 40)
  }

  /// A step is taken at its exact tick: 3 of 60 steps are 0.05 of the duration, not less.
  @Test(arguments: [(60, 1.0), (30, 1), (20, 1), (60, 2), (15, 0.5)])
  func stepsAreNeverOneTickLate(count: Int, duration: Double) throws {
    let events = try events(
      #"{"hold":0.1},{"drag":{"by":\#(count),"duration":\#(duration),"easing":"steps(\#(count), jump-end)"}}"#
    )
    #expect(events.count == count + 1)
    for (number, event) in events.dropFirst().enumerated() {
      let time = 0.1 + Double(number + 1) * duration / Double(count)
      #expect((event.time - time).magnitude < 1e-9)
      #expect(event.offset == Double(number + 1))
    }
  }

  @Test func sumsEqualTicks() {
    let sum = ExactTime(0.1) + ExactTime(0.2)
    #expect(sum == ExactTime(18, stepsOf: RationalTime(1, over: 60) ?? 1))
    #expect(sum == ExactTime(0.3))
    #expect(sum.seconds == 0.3)
    #expect(ExactTime(1e-20) == .zero)
    #expect(ExactTime(0.001) + ExactTime(0.002) > ExactTime(0.0029999))
  }

  /// Quotients are the nearest doubles.
  @Test(arguments: [1, 2, 3, 7, 12, 49, 60, 61, 997, 59_940])
  func fractionsAreTheNearestDoubles(count: Int) {
    let whole = ExactTime(count, stepsOf: 1)
    for part in 0...min(count, 200) {
      #expect(ExactTime(part, stepsOf: 1).share(of: whole) == Double(part) / Double(count))
      #expect(
        ExactTime(part, stepsOf: RationalTime(1, over: count) ?? 1).seconds
          == Double(part) / Double(count))
      #expect(ExactTime(part, stepsOf: 1).steps(of: count, in: whole) == Double(part))
    }
  }

  @Test(arguments: [0.1, 0.017, 3.19476537897, 86_400, 1e-7, 2.5e-9, 1234.5678901234567])
  func doublesConvertExactly(seconds: Double) {
    #expect(ExactTime(seconds).seconds == seconds)
  }

  /// With a header that does not respond, taps stop the content and pans do not affect it.
  @Test func tapsStopTheContent() throws {
    let curve = try ScrollCurve.parse(
      Array(
        #"""
        {"version": 1, "gestures": [{"release": {"velocity": 500, "until": 0.2}},
          {"tap": {"at": [1, 2]}}, {"pan": {"input": "page", "by": 1, "duration": 0.2}}, {"release": {"velocity": 900}},
          {"hold": 0.1}]}
        """#.utf8))
    let motion = ScrollMotion(curve, in: environment)
    #expect(motion.offset(at: 0.2) == motion.offset(at: 0.58))
    #expect(motion.duration == 0.58)
    #expect(motion.fingers.map(\.isTap) == [true, false])
    #expect(motion.fingers.map(\.isPan) == [false, true])
  }
}
