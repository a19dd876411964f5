import PortableMath
import Testing

@testable import Scrolling

/// Curves at and beyond the limits of numbers. All results are finite.
@Suite struct ExtremeCurveTests {
  private let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2)

  private func motion(_ body: String) throws -> ScrollMotion {
    ScrollMotion(
      try ScrollCurve.parse(Array("{\"version\":1,\(body)}".utf8)), in: environment)
  }

  private func offsets(_ motion: ScrollMotion) -> [Double] {
    motion.events(rate: .standard, frames: PlaybackOptions()).map(\.offset)
  }

  @Test(arguments: ["1e-305", "1e-300", "5e-324", "1e-12", "0.000999", "0.001"])
  func shortDragsTakeOneMillisecond(duration: String) throws {
    let motion = try motion(
      #""gestures":[{"drag":{"by":-80,"duration":\#(duration)}},{"release":{}}]"#)
    let stated = try self.motion(
      #""gestures":[{"drag":{"by":-80,"duration":0.001}},{"release":{"velocity":-80000}}]"#)
    #expect(offsets(motion).allSatisfy { $0.magnitude < 3000 })
    #expect(motion.duration > 0.001)
    #expect((motion.duration - stated.duration).magnitude < 1e-9)
    #expect(offsets(motion) == offsets(stated))
  }

  @Test func limitsDragVelocity() throws {
    let derived = try motion(
      #""gestures":[{"drag":{"by":9e5,"duration":0.001}},{"release":{}}]"#)
    let stated = try motion(
      #""gestures":[{"drag":{"by":9e5,"duration":0.001}},{"release":{"velocity":1000000}}]"#)
    #expect(offsets(derived) == offsets(stated))
    #expect(derived.duration == stated.duration)
  }

  @Test(arguments: [
    "cubic-bezier(0, 0, 0.9999999999999999, -1000)", "linear(0, 0 100%, 9 100.00000000000002%)",
  ])
  func limitsVelocityOfSteepEasings(easing: String) throws {
    let motion = try motion(
      #""gestures":[{"drag":{"by":500,"duration":0.1,"easing":"\#(easing)"}},{"release":{}}]"#)
    #expect(offsets(motion).allSatisfy { $0.isFinite })
    #expect(motion.duration < 1000)
  }

  @Test func limitsSumOfDrags() throws {
    let drag = #"{"drag":{"by":1e6,"duration":0.1}}"#
    let list = Array(repeating: drag, count: 50).joined(separator: ",")
    let far = ScrollEnvironment(viewportHeight: 568, largestOffset: 1e9, scale: 2)
    let curve = try ScrollCurve.parse(Array("{\"version\":1,\"gestures\":[\(list)]}".utf8))
    let motion = ScrollMotion(curve, in: far)
    #expect(motion.offset(at: motion.duration) == 1_000_000)
    #expect(motion.offset(at: 0.15) == 1_000_000)
  }

  @Test(arguments: [SampleTrack.Interpolation.linear, .monotone, .hold])
  func adjacentDoubleSamplesStayInRange(interpolation: SampleTrack.Interpolation) throws {
    let track = try #require(
      SampleTrack(
        times: [0, .leastNonzeroMagnitude, 1e-300, 1, 1.5, 1.5.nextUp, 86_400],
        offsets: [0, 1e6, -1e6, -1e6 + 1e-9, 3, 5e5, 5e5], interpolation: interpolation))
    for time in [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude / 8, 1e-300, 1e-9, 0.5, 1, 1.25, 1.5,
      1.5.nextUp, 2, 80_000,
    ] {
      #expect(track.offset(at: time).magnitude <= 1e6 * 1.000_001, "at \(time)")
    }
  }

  @Test func nonfiniteCurveStaysAtZero() {
    var physics = ScrollPhysics()
    physics.decelerationRate = 2
    physics.rubberBand = .nan
    physics.bounceStiffness = -.infinity
    physics.bounceDampingRatio = 0
    let courses: [ScrollCurve.Course] = [
      .keyframes([
        Keyframe(time: 0, offset: .infinity), Keyframe(time: 1, offset: -.infinity),
      ]),
      .gestures(
        [
          .hold(duration: .nan), .drag(by: .nan, duration: .infinity, easing: .linear),
          .drag(by: 100, duration: -.infinity, easing: .linear),
          .release(velocity: .nan, until: .nan), .release(velocity: .infinity, until: 1),
          .scrollTo(offset: .infinity, duration: .nan, easing: .linear),
        ], physics),
      .gestures([.release(velocity: 1e300, until: nil)], physics),
    ]
    for course in courses {
      let motion = ScrollMotion(ScrollCurve(course: course), in: environment)
      #expect(motion.duration.isFinite)
      for k in 0...100 {
        #expect(motion.reportedOffset(at: motion.duration * Double(k) / 100).isFinite)
      }
    }
  }

  /// In CSS, the last keyframe shows the easing's value at 1, which can be any number for
  /// `linear()`.
  @Test(arguments: [
    ("linear(1, -0.5, 0)", 0.0), ("linear(0, 0.25)", 50), ("linear(0, 2)", 400),
    ("ease-out", 200), ("steps(3, jump-none)", 200), ("step-end", 200),
  ])
  func lastKeyframeHasTheEasingsEnd(easing: String, offset: Double) throws {
    let motion = try motion(
      #""keyframes":[{"time":0,"offset":0,"easing":"\#(easing)"},{"time":1,"offset":200}]"#)
    #expect(motion.offset(at: 1) == offset)
    #expect(motion.offset(at: 2) == offset)
  }

  @Test func singleKeyframeIsConstant() throws {
    let motion = try motion(
      #""keyframes":[{"time":0,"offset":7,"easing":"linear(1, -0.5, 0)"}]"#)
    #expect(motion.offset(at: 0) == 7)
  }

  /// With a damping ratio of 0.2 the content passes the edge several times before it rests.
  @Test func bounceContinuesWhileOscillating() throws {
    let motion = try motion(
      #""gestures":[{"release":{"velocity":-2000}}],"physics":{"bounceDampingRatio":0.2}"#)
    let last = offsets(motion).suffix(3).map(\.magnitude)
    #expect((last.max() ?? 9) <= 0.5)
    #expect(last.last == 0)
    #expect(motion.duration > 2)
    #expect(offsets(motion).contains { $0 > 50 })
  }

  @Test func acceptsSchemaKeyInCurves() throws {
    let motion = try motion(#""$schema":"curve.schema.json","samples":[[0,5]]"#)
    #expect(motion.offset(at: 0) == 5)
    #expect(throws: (any Error).self) { _ = try self.motion(#""$schema":1,"samples":[[0,5]]"#) }
  }
}
