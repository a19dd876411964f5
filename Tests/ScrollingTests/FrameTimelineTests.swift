import PortableMath
import Testing

@testable import Scrolling

@Suite struct FrameTimelineTests {
  private func timeline(
    _ duration: Double, _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) -> FrameTimeline {
    var options = PlaybackOptions()
    change(&options)
    let timeline = FrameTimeline(duration: duration, options: options)
    #expect(FrameTimeline.count(duration: duration, options: options) == timeline.frames.count)
    return timeline
  }

  private func thirtieths(_ count: Int) throws -> RationalTime {
    try #require(RationalTime(count, over: 30))
  }

  /// A header that settles after the end of the curve is shown until it rests.
  @Test(arguments: [(1.25, 3), (1.3, 3), (1.31, 4), (1, 0), (0.5, 0)])
  func framesContinueUntilHeaderRests(settlingTime: Double, more: Int) {
    var options = PlaybackOptions(framesPerSecond: 10)
    options.holdLast = 1
    let timeline = FrameTimeline(duration: 1, settlingTime: settlingTime, options: options)
    let plain = FrameTimeline(duration: 1, options: PlaybackOptions(framesPerSecond: 10))
    #expect(timeline.moments.count == plain.moments.count + more)
    #expect(timeline.moments.starts(with: plain.moments))
    #expect(timeline.frames.last?.time == max(1, settlingTime))
    #expect(timeline.frames.last?.duration.value == 1.1)
    #expect(
      FrameTimeline.count(duration: 1, settlingTime: settlingTime, options: options)
        == timeline.frames.count)
  }

  /// Frames with explicit times are shown at these times until the next one, regardless of the rate
  /// and the curve. A header that settles later does not add frames.
  @Test(arguments: [0.25, 1, 4])
  func framesCanHaveExplicitTimes(duration: Double) throws {
    var options = PlaybackOptions(framesPerSecond: 10)
    options.moments = [0, 0.1, 0.35, 1.0 / 3, 1.5].sorted()
    options.holdLast = 2
    let timeline = FrameTimeline(duration: duration, settlingTime: 3, options: options)
    #expect(timeline.frames.map(\.time) == [0, 0.1, 1.0 / 3, 0.35])
    let durations = timeline.frames.map { "\($0.duration.numerator)/\($0.duration.denominator)" }
    #expect(durations == ["1/10", "7/30", "1/60", "63/20"])
    #expect(FrameTimeline.count(duration: duration, settlingTime: 3, options: options) == 4)
    options.boomerang = true
    let back = FrameTimeline(duration: duration, options: options)
    #expect(back.frames.map(\.time) == [0, 0.1, 1.0 / 3, 0.35, 1.0 / 3, 0.1])
    #expect(FrameTimeline.count(duration: duration, options: options) == 6)
  }

  /// Times with microseconds are converted to the intended fractions.
  @Test(arguments: [(1, 60), (1, 30), (2, 25), (1001, 30000), (1, 7), (3, 1000)])
  func timesOfSixDecimalsAreExact(numerator: Int, denominator: Int) throws {
    let step = try #require(RationalTime(numerator, over: denominator))
    var options = PlaybackOptions()
    options.moments = (0...7200).map {
      (Double($0) * Double(numerator) / Double(denominator) * 1e6).rounded() / 1e6
    }
    let frames = FrameTimeline(duration: 1, options: options).frames
    let total = frames.map(\.duration).reduce(.zero, +).value
    #expect(abs(total - 7200 * step.value) < 1e-6)
    if denominator < 1000 { #expect(frames.allSatisfy { $0.duration == step }) }
  }

  @Test func framesCoverTheCurveToItsEnd() throws {
    let frames = timeline(1).frames
    #expect(frames.count == 31)
    #expect(frames.map(\.time) == (0...30).map { Double($0) / 30 })
    #expect(frames.allSatisfy { $0.duration.numerator == 1 && $0.duration.denominator == 30 })
  }

  @Test(arguments: [(1.01, 32), (0.3, 10), (0.1 + 0.2, 10), (0.01, 2), (1e-12, 2), (100, 3001)])
  func lastFrameIsAtTheEnd(duration: Double, count: Int) {
    let frames = timeline(duration).frames
    #expect(frames.count == count)
    #expect(frames.last?.time == duration)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func zeroDurationHasOneFrame() throws {
    let frames = timeline(0).frames
    #expect(frames.map(\.time) == [0])
    #expect(timeline(0) { $0.boomerang = true }.frames.count == 1)
  }

  @Test func holdsExtendBothEnds() throws {
    let frames = timeline(0.1) {
      $0.holdFirst = 1
      $0.holdLast = RationalTime(nearest: 0.5) ?? 0
    }.frames
    #expect(
      frames.map(\.duration) == [
        try thirtieths(31), try thirtieths(1), try thirtieths(1), try thirtieths(16),
      ])
    let still = timeline(0) {
      $0.holdFirst = 1
      $0.holdLast = 1
    }
    #expect(still.frames.map(\.duration) == [try thirtieths(61)])
  }

  @Test func boomerangDoesNotRepeatEnds() {
    let frames = timeline(0.1) { $0.boomerang = true }.frames
    #expect(frames.map { ($0.time * 30).rounded() } == [0, 1, 2, 3, 2, 1])
    #expect(timeline(1.0 / 30) { $0.boomerang = true }.frames.count == 2)
  }

  @Test func boomerangHoldIsAtTheTurn() throws {
    let frames = timeline(0.1) {
      $0.boomerang = true
      $0.holdLast = 1
    }.frames
    #expect(frames[3].duration == (try thirtieths(31)))
    #expect(frames[5].duration == (try thirtieths(1)))
  }

  @Test func speedChangesFrameCount() {
    let fast = timeline(1) { $0.speed = 2 }.frames
    #expect(fast.count == 16)
    #expect(fast[1].time == 2.0 / 30)
    let slow = timeline(1) { $0.speed = RationalTime("0.25") ?? 1 }.frames
    #expect(slow.count == 121)
    #expect(slow[1].time == 1.0 / 120)
    #expect(slow.allSatisfy { $0.duration.denominator == 30 })
  }

  @Test func countsFramesOfLongCurvesWithoutMakingThem() {
    #expect(FrameTimeline.count(duration: 1e9, options: PlaybackOptions()) > 1_000_000)
  }

  @Test func frameShowsLastEventAtOrBeforeIt() {
    let timeline = timeline(0.1)
    let events = [0.01, 1.0 / 30, 0.05, 0.066, 0.1].map { ScrollEvent(time: $0, offset: $0) }
    #expect(timeline.lastEvents(in: events) == [nil, 1, 3, 4])
    #expect(timeline.lastEvents(in: []) == [nil, nil, nil, nil])
  }

  @Test(arguments: ["25", "29.97", "30000/1001", "59.94", "7", "0.5"])
  func eventAndFrameTicksMeetExactly(rate: String) throws {
    let rate = try #require(RationalTime(rate))
    let frames = FrameTimeline(duration: 60, options: .init(framesPerSecond: rate)).moments
    let sixths = FrameTimeline(
      duration: 60, options: .init(framesPerSecond: rate.times(6)))
    #expect(Set(frames).isSubset(of: sixths.moments))
  }
}

extension RationalTime {
  fileprivate func times(_ factor: Int) -> RationalTime? {
    RationalTime(numerator * factor, over: denominator)
  }
}
