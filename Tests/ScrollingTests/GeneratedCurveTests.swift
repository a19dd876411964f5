import PortableMath
import TestSupport
import Testing

@testable import Scrolling

/// Random curves, compared with a second implementation of the model and with general properties.
@Suite struct GeneratedCurveTests {
  // MARK: - Curves

  private static func steps(_ random: inout SeededRandom) -> [ReferenceScroll.Step] {
    (0..<random.number(in: 1...8)).map { _ in
      let time = Double(random.number(in: 5...60)) / 100
      switch random.number(below: 7) {
      case 0: return .hold(time)
      case 1: return .scrollTo(Double(random.number(in: -120...900)), time)
      case 2, 3:
        let velocity = random.holds(percent: 50) ? nil : Double(random.number(in: -4000...4000))
        return .release(velocity: velocity, until: time * 4)
      default: return .drag(by: Double(random.number(in: -400...400)), time)
      }
    }
  }

  private static func curve(_ steps: [ReferenceScroll.Step]) -> ScrollCurve {
    ScrollCurve(
      course: .gestures(
        steps.map { step in
          switch step {
          case .hold(let duration): .hold(duration: duration)
          case .drag(let by, let duration): .drag(by: by, duration: duration, easing: .linear)
          case .release(let velocity, let until): .release(velocity: velocity, until: until)
          case .scrollTo(let offset, let duration):
            .scrollTo(offset: offset, duration: duration, easing: .linear)
          }
        }, ScrollPhysics()))
  }

  /// Returns a curve of any kind.
  private static func anyCurve(_ random: inout SeededRandom) throws -> ScrollCurve {
    guard random.holds(percent: 60) else { return curve(steps(&random)) }
    var time = 0.0
    var times: [Double] = []
    for _ in 0..<random.number(in: 1...9) {
      times.append(time)
      time += Double(random.number(in: 1...500)) / 1000
    }
    let offsets = times.map { _ in random.number(from: -150, to: 900) }
    if random.holds(percent: 50) {
      let easings: [Easing] = [
        .linear, .cubicBezier(.ease), .cubicBezier(.easeIn), .cubicBezier(.easeInOut),
        try Easing("steps(3)"), try Easing("spring(1, 100, 10, 0)"),
      ]
      return ScrollCurve(
        course: .keyframes(
          zip(times, offsets).map {
            Keyframe(time: $0, offset: $1, easing: easings[random.number(below: easings.count)])
          }))
    }
    let kinds = SampleTrack.Interpolation.allCases
    let track = SampleTrack(
      times: times, offsets: offsets, interpolation: kinds[random.number(below: kinds.count)])
    return ScrollCurve(course: .samples(try #require(track)))
  }

  private func environment(scale: Int = 2) -> ScrollEnvironment {
    ScrollEnvironment(viewportHeight: 568, largestOffset: 700, scale: Double(scale))
  }

  // MARK: - A second player

  @Test(arguments: 0..<150) func gesturesMatchFormulas(seed: Int) {
    var random = SeededRandom(seed)
    let steps = Self.steps(&random)
    let motion = ScrollMotion(Self.curve(steps), in: environment(scale: 8))
    let reference = ReferenceScroll(steps, height: 568, largest: 700, scale: 8)
    #expect(abs(motion.duration - reference.end) < 1e-9, "seed \(seed)")
    for step in 0...120 {
      let time = reference.end * Double(step) / 120
      let expected = reference.offset(at: time)
      let found = motion.offset(at: time)
      // Half a device pixel for content that comes to rest.
      let slack = expected.isExact ? 1e-6 : 0.0625 + 1e-6
      #expect(abs(found - expected.value) <= slack, "seed \(seed), at \(time): \(steps)")
    }
  }

  // MARK: - Properties of every curve

  @Test(arguments: 0..<80) func halfRateTicksAreASubset(seed: Int) throws {
    var random = SeededRandom(seed)
    let motion = ScrollMotion(try Self.anyCurve(&random), in: environment())
    let broadcast: RationalTime = try #require(RationalTime(60000, over: 1001))
    let rates: [RationalTime] = [60, 25, broadcast]
    for rate in rates {
      let half = try #require(RationalTime(rate.numerator, over: 2 * rate.denominator))
      let all = motion.ticks(rate: rate, snaps: true)
      let few = motion.ticks(rate: half, snaps: true)
      var rest = all[...]
      for tick in few {
        rest = rest.drop { $0.time < tick.time }
        let same = try #require(rest.first, "seed \(seed)")
        #expect(same == tick, "seed \(seed), \(rate)")
      }
      #expect(all.last?.time == motion.duration)
    }
  }

  @Test(arguments: 0..<80) func eventsAreTicksWithChangedOffset(seed: Int) throws {
    var random = SeededRandom(seed)
    let motion = ScrollMotion(try Self.anyCurve(&random), in: environment())
    let events = motion.events(rate: .standard, frames: PlaybackOptions())
    guard motion.course.heldTimes == nil else {
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.offset != $1.offset })
      return
    }
    var expected: [(time: Double, offset: Double)] = []
    for tick in motion.ticks(rate: 60, snaps: true) where tick.offset != expected.last?.offset {
      expected.append(tick)
    }
    #expect(events.map(\.time) == expected.map(\.time), "seed \(seed)")
    #expect(events.map(\.offset) == expected.map(\.offset), "seed \(seed)")
    // A jump of `steps` is at a time that a double may miss by a rounding error.
    let isShown = events.allSatisfy { event in
      [0, 1e-9].contains { motion.reportedOffset(at: event.time + $0) == event.offset }
    }
    #expect(isShown, "seed \(seed)")
  }

  @Test(arguments: 0..<80) func reportedOffsetIsNearestDevicePixel(seed: Int) throws {
    var random = SeededRandom(seed)
    let scale = random.number(in: 1...4)
    let motion = ScrollMotion(try Self.anyCurve(&random), in: environment(scale: scale))
    for step in 0...60 {
      let time = motion.duration * Double(step) / 60
      let (exact, reported) = (motion.offset(at: time), motion.reportedOffset(at: time))
      let pixels = reported * Double(scale)
      #expect(abs(pixels - pixels.rounded()) < 1e-9, "seed \(seed)")
      #expect(abs(exact - reported) <= 0.5 / Double(scale) + 1e-9, "seed \(seed)")
      #expect(reported != 0 || reported.sign == .plus, "seed \(seed)")
    }
    // The offset is constant before the start and after the end of a curve.
    #expect(motion.offset(at: -1) == motion.offset(at: 0))
    #expect(motion.offset(at: motion.duration + 1) == motion.offset(at: motion.duration))
  }

  /// Released content comes to rest between the edges after any gestures.
  @Test(arguments: 0..<60) func releasedContentComesToRest(seed: Int) {
    var random = SeededRandom(seed)
    let steps = Self.steps(&random)
    guard case .gestures(let gestures, let physics) = Self.curve(steps).course else { return }
    let motion = ScrollMotion(
      ScrollCurve(course: .gestures(gestures + [.release(velocity: nil, until: nil)], physics)),
      in: environment())
    let end = motion.offset(at: motion.duration)
    #expect((0...700).contains(end), "seed \(seed): \(end)")
    #expect(motion.ending == .atRest, "seed \(seed)")
  }

  // MARK: - Frames

  @Test(arguments: 0..<100) func framesCoverTheCurve(seed: Int) throws {
    var random = SeededRandom(seed)
    var options = PlaybackOptions(framesPerSecond: RationalTime(random.number(in: 1...60)))
    options.speed = try #require(
      RationalTime(random.number(in: 1...6), over: random.number(in: 1...4)))
    options.holdFirst = RationalTime(random.number(below: 3))
    options.holdLast = RationalTime(random.number(below: 3))
    options.boomerang = random.holds(percent: 40)
    let duration = Double(random.number(in: 0...3000)) / 1000
    let settling = random.holds(percent: 50) ? duration + random.part() : 0
    let timeline = FrameTimeline(duration: duration, settlingTime: settling, options: options)
    let name: Comment = "seed \(seed)"
    #expect(
      timeline.frames.count
        == FrameTimeline.count(duration: duration, settlingTime: settling, options: options), name)
    #expect(zip(timeline.moments, timeline.moments.dropFirst()).allSatisfy { $0 < $1 }, name)
    #expect(timeline.moments.first == 0 && timeline.moments.last == max(duration, settling), name)
    let forward = timeline.frames.prefix(timeline.moments.count)
    #expect(forward.map(\.time) == timeline.moments, name)
    // Each frame has the duration of the rate; the first and last are held longer.
    let shown = try #require(options.rate.inverse)
    let total = timeline.frames.reduce(RationalTime.zero) { $0 + $1.duration }
    var expected = options.holdFirst + options.holdLast
    for _ in timeline.frames { expected = expected + shown }
    #expect(total == expected, name)
    if options.boomerang, forward.count > 2 {
      let back = timeline.frames.dropFirst(forward.count).map(\.time)
      #expect(back == Array(timeline.moments.dropFirst().dropLast().reversed()), name)
    } else {
      #expect(timeline.frames.count == timeline.moments.count, name)
    }
  }

  @Test(arguments: 0..<40) func frameShowsLastEventBeforeIt(seed: Int) throws {
    var random = SeededRandom(seed)
    let motion = ScrollMotion(try Self.anyCurve(&random), in: environment())
    let options = PlaybackOptions(framesPerSecond: 24)
    let timeline = FrameTimeline(duration: motion.duration, options: options)
    let events = motion.events(rate: .standard, frames: options)
    for (frame, found) in zip(timeline.frames, timeline.lastEvents(in: events)) {
      #expect(found == events.lastIndex { $0.time <= frame.time }, "seed \(seed)")
    }
  }

  // MARK: - Samples

  @Test(arguments: 0..<60) func interpolatesSamplesByKind(seed: Int) throws {
    var random = SeededRandom(seed)
    var times = [0.0]
    for _ in 0..<random.number(in: 1...8) {
      times.append((times.last ?? 0) + random.number(from: 0.001, to: 0.4))
    }
    let offsets = times.map { _ in random.number(from: -200, to: 200).rounded() }
    for kind in SampleTrack.Interpolation.allCases {
      let track = try #require(SampleTrack(times: times, offsets: offsets, interpolation: kind))
      for k in 0..<times.count - 1 {
        for step in 0...10 {
          let share = Double(step) / 10
          let time = times[k] + (times[k + 1] - times[k]) * share
          let offset = track.offset(at: min(time, times[k + 1]))
          let (low, high) = (min(offsets[k], offsets[k + 1]), max(offsets[k], offsets[k + 1]))
          #expect((low - 1e-9...high + 1e-9).contains(offset), "seed \(seed), \(kind)")
          let straight = offsets[k] + (offsets[k + 1] - offsets[k]) * share
          if kind == .linear { #expect(abs(offset - straight) < 1e-9, "seed \(seed)") }
          if kind == .hold, step < 10 { #expect(offset == offsets[k], "seed \(seed)") }
        }
      }
    }
  }

  /// Dragging is specified by the samples at which it changes.
  @Test(arguments: [
    ([false, true, true, false], [1, 3]), ([true, true, true, true], [0]), ([false, false], []),
    ([true, false, true, false], [0, 1, 2, 3]), ([], []),
  ])
  func draggingIsStoredAsChanges(dragging: [Bool], changes: [Int]) throws {
    let track = try #require(
      SampleTrack(times: [0, 1, 2, 3], offsets: [0, 1, 2, 3], interpolation: .linear))
    #expect(track.dragging == nil)
    #expect(track.dragged(dragging).dragging == changes)
  }
}
