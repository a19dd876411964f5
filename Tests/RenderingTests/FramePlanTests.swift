import FileAccess
import Foundation
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Rendering
import Scrolling
import Testing

/// The frames of a render: their states and durations.
@Suite struct FramePlanTests {
  private func plan(
    _ document: String, _ change: (inout RenderRequest) -> Void = { _ in }
  ) throws -> FramePlan {
    var request = RenderRequest.small
    change(&request)
    let fonts = try SceneFonts.installed()
    let scene = try SceneResolver(request.header).resolve(fonts: fonts)
    let curve = try ScrollCurve.parse(Array(document.utf8), file: "curve", limits: CurveLimits())
    return try FramePlan(request, scene: scene, curve: curve)
  }

  /// Returns the last offset sent to the header before each frame.
  private func offsets(_ plan: FramePlan) -> [Double] {
    plan.frames.map { $0.lastEvent.map { plan.events[$0].offset } ?? 0 }
  }

  /// Returns the header's state in each frame.
  private func states(_ plan: FramePlan) throws -> [HeaderState] {
    let scene = try SceneResolver(RenderRequest.small.header)
      .resolve(fonts: SceneFonts.installed())
    var states = FrameStates(plan, of: scene.header)
    var list: [HeaderState] = []
    for frame in plan.frames { list.append(try states.state(of: frame)) }
    return list
  }

  private static let swipe = """
    {"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.5, "offset": -60},
      {"time": 1, "offset": 130}]}
    """

  @Test func framesIncludeBothEndsOfTheCurve() throws {
    let plan = try plan(Self.swipe) { $0.playback.framesPerSecond = 10 }
    #expect(plan.frames.map(\.time) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(offsets(plan)[5] == -60)
    #expect(offsets(plan).last == 130)
    #expect(Set(plan.frames.map(\.duration)) == [RationalTime(duration: 1, over: 10)])
  }

  /// Frames at the times of samples, of keyframes or of a fit's report, of which the last is the
  /// end. Frames of duration 0 in a report are skipped.
  @Test(arguments: [
    #"{"version": 1, "samples": [[0, 3], [0.25, 0], [0.5, 9], [1, 9]]}"#,
    #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.25, "offset": 1}, "#
      + #"{"time": 0.5, "offset": 1}, {"time": 1, "offset": 1}]}"#,
    #"{"version": 1, "notes": [], "duration": 1, "frames": [{"time": 0, "offset": 9}, "#
      + #"{"time": 0.25}, {"time": 0.25}, {"time": 0.5}]}"#,
  ])
  func framesHaveTimesOfAFile(text: String) throws {
    let place = try TemporaryDirectory()
    let file = place.path + "/times.json"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    for rate in [EventRate.frame, .standard] {
      let plan = try plan(Self.swipe) { request in
        request.frameTimes = .file(file)
        request.eventRate = rate
      }
      #expect(plan.frames.map(\.time) == [0, 0.25, 0.5])
      #expect(plan.frames.map(\.duration.value) == [0.25, 0.25, 0.5])
      #expect(offsets(plan) == [0, -30, -60])
    }
  }

  @Test func rejectsInvalidFrameTimes() throws {
    let gestures = #"{"version": 1, "gestures": [{"hold": 1}]}"#
    let curve = try ScrollCurve.parse(Array(gestures.utf8), file: "curve", limits: CurveLimits())
    let none = #expect(throws: HeaderKitError.self) {
      _ = try plan(Self.swipe) { $0.frameTimes = .curve(curve) }
    }
    #expect(none?.code == .badData)
    let reason = none.map { "\($0.reason)" }
    #expect(reason?.contains("no two moments") == true)
    let both = #expect(throws: HeaderKitError.self) {
      _ = try plan(Self.swipe) { request in
        request.frameTimes = .curve(curve)
        request.playback.speed = 2
      }
    }
    #expect(both?.code == .usage)
  }

  /// The frame rate chooses moments and does not affect the header.
  @Test(arguments: [(5, 10), (10, 30), (6, 24)])
  func frameRateDoesNotChangeStates(slow: Int, fast: Int) throws {
    let first = try plan(Self.swipe) { $0.playback.framesPerSecond = RationalTime(slow) }
    let second = try plan(Self.swipe) { $0.playback.framesPerSecond = RationalTime(fast) }
    let states = Dictionary(
      zip(second.frames.map(\.time), try self.states(second)),
      uniquingKeysWith: { first, _ in first })
    let common = zip(first.frames, try self.states(first)).filter { states[$0.0.time] != nil }
    #expect(common.count > 3)
    for (frame, state) in common { #expect(state == states[frame.time]) }
  }

  /// Frames may be requested in any order. An earlier one stays the same.
  @Test func earlierFramesAreReproducible() throws {
    let plan = try plan(Self.swipe) { $0.playback.framesPerSecond = 10 }
    let scene = try SceneResolver(RenderRequest.small.header)
      .resolve(fonts: SceneFonts.installed())
    var states = FrameStates(plan, of: scene.header)
    var back: [HeaderState] = []
    for frame in plan.frames.reversed() { back.append(try states.state(of: frame)) }
    #expect(back.reversed() == (try self.states(plan)))
  }

  /// Between two events the header does not change.
  @Test func frameShowsTheLastEvent() throws {
    let plan = try plan(Self.swipe) {
      $0.playback.framesPerSecond = 60
      $0.eventRate = .perSecond(10)
    }
    for frame in plan.frames.dropLast() {
      let event = plan.frames[Int(frame.time * 10 + 1e-9) * 6]
      #expect(frame.lastEvent == event.lastEvent)
    }
    #expect(Set(offsets(plan)).count == 11)
  }

  @Test func speedHoldsAndBoomerangTransformFrames() throws {
    let plan = try plan(Self.swipe) {
      $0.playback.framesPerSecond = 10
      $0.playback.speed = 2
      $0.playback.holdFirst = 1
      $0.playback.holdLast = 2
      $0.playback.boomerang = true
    }
    #expect(plan.frames.map(\.time) == [0, 0.2, 0.4, 0.6, 0.8, 1, 0.8, 0.6, 0.4, 0.2])
    let tenths = plan.frames.map { $0.duration.rounded(toUnitsPerSecond: 10) }
    #expect(tenths == [11, 1, 1, 1, 1, 21, 1, 1, 1, 1])
    let states = try states(plan)
    for (index, mirrored) in [(6, 4), (9, 1)] { #expect(states[index] == states[mirrored]) }
    #expect(states[6].offset == offsets(plan)[4])
  }

  @Test func rangeKeepsItsFrames() throws {
    let all = try plan(Self.swipe) { $0.playback.framesPerSecond = 10 }
    let some = try plan(Self.swipe) {
      $0.playback.framesPerSecond = 10
      $0.playback.frames = 3...5
    }
    #expect(some.frames == Array(all.frames[3...5]))
    let error = #expect(throws: HeaderKitError.self) {
      _ = try plan(Self.swipe) {
        $0.playback.framesPerSecond = 10
        $0.playback.frames = 3...11
      }
    }
    #expect(error?.subject == .option(.frames))
  }

  @Test func curveWithoutDurationIsOneFrame() throws {
    let plan = try plan(#"{"version": 1, "samples": [[0, 40]]}"#)
    #expect(plan.frames.count == 1)
    #expect(offsets(plan).first == 40)
  }

  @Test func frameLimitIsExact() throws {
    let request: (Int) -> (inout RenderRequest) -> Void = { limit in
      {
        $0.playback.framesPerSecond = 10
        $0.header.limits.frames = limit
      }
    }
    #expect(try plan(Self.swipe, request(11)).frames.count == 11)
    let error = #expect(throws: HeaderKitError.self) { _ = try plan(Self.swipe, request(10)) }
    #expect(error?.code == .badData)
    #expect(error?.remedy.properties.contains(.frameLimit) == true)
  }
}

extension RenderRequest {
  /// A request with a small screen, which is painted quickly.
  static var small: RenderRequest {
    var request = RenderRequest()
    request.header = .small
    request.encoding.gif.effort = 1
    return request
  }
}

extension SceneRequest {
  /// A request with a small screen.
  static var small: SceneRequest {
    var request = SceneRequest()
    request.device = "iphone-se"
    request.scale = 1
    return request
  }
}
