import PortableMath
import Testing

@testable import Scrolling

/// Lists of gestures played with the model.
@Suite struct GestureTests {
  private let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2)

  private func play(
    _ gestures: [Gesture], physics: ScrollPhysics = ScrollPhysics(),
    in environment: ScrollEnvironment? = nil
  ) -> ScrollMotion {
    ScrollMotion(
      ScrollCurve(course: .gestures(gestures, physics)), in: environment ?? self.environment)
  }

  private func drag(_ by: Double, _ duration: Double = 0.2) -> Gesture {
    .drag(by: by, duration: duration, easing: .linear)
  }

  private func fling(_ velocity: Double?, until: Double? = nil) -> Gesture {
    .release(velocity: velocity, until: until)
  }

  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
    (a - b).magnitude <= tolerance
  }

  @Test func holdingStaysAtRest() {
    let motion = play([.hold(duration: 0.4)])
    #expect(motion.duration == 0.4)
    #expect(motion.offset(at: 0.2) == 0)
    #expect(motion.ending == .atRest)
  }

  @Test func draggingInsideFollowsTheFinger() {
    let motion = play([drag(100), drag(-30)])
    #expect(near(motion.offset(at: 0.1), 50))
    #expect(near(motion.offset(at: 0.4), 70))
    #expect(motion.ending == .fingerDown)
  }

  /// The visible finger moves with the content until it is lifted.
  @Test func fingerFollowsItsEasing() throws {
    let motion = play([
      .drag(by: 100, duration: 0.2, easing: .cubicBezier(.easeOut)), .hold(duration: 0.1),
      .drag(by: -40, duration: 0.3, easing: .cubicBezier(.easeIn)), fling(0),
    ])
    let finger = try #require(motion.fingers.first)
    #expect(motion.fingers.count == 1 && finger.start == 0 && near(finger.end, 0.6))
    #expect(finger.reach == 0...100)
    for tick in 0...12 {
      let time = Double(tick) / 20
      #expect(near(finger.travel(at: time), motion.offset(at: time)), "\(time) s")
    }
  }

  @Test func draggingPastTheTopIsRubberBanded() {
    let motion = play([drag(-120)])
    let band = RubberBand(constant: 0.55, dimension: 568)
    #expect(near(motion.offset(at: 0.2), -band.shown(wanted: 120)))
    #expect(near(motion.offset(at: 0.1), -band.shown(wanted: 60)))
  }

  @Test func draggingBackFollowsTheInverse() {
    let motion = play([drag(-120), drag(120), drag(40)])
    #expect(near(motion.offset(at: 0.4), 0))
    #expect(near(motion.offset(at: 0.6), 40))
  }

  @Test func draggingPastTheEndMirrorsTheTop() {
    let short = ScrollEnvironment(viewportHeight: 568, largestOffset: 0, scale: 2)
    let down = play([drag(-200)], in: short)
    let up = play([drag(200)], in: short)
    #expect(near(down.offset(at: 0.2), -up.offset(at: 0.2)))
  }

  @Test func edgesAreHardWithoutBouncing() {
    var physics = ScrollPhysics()
    physics.bounces = false
    let motion = play([drag(-120), fling(0), drag(50), fling(-4000)], physics: physics)
    #expect(motion.offset(at: 0.2) == 0)
    #expect(near(motion.offset(at: 0.4), 50))
    #expect(motion.offset(at: motion.duration) == 0)
    for k in 0...100 { #expect(motion.offset(at: Double(k) / 100 * motion.duration) >= 0) }
  }

  @Test func releaseUsesDragVelocity() {
    let given = play([drag(100), fling(500)])
    let taken = play([drag(100), fling(nil)])
    #expect(near(given.duration, taken.duration))
    #expect(near(taken.offset(at: 0.5), given.offset(at: 0.5)))
    let stopped = play([.drag(by: 100, duration: 0.2, easing: .cubicBezier(.easeOut)), fling(nil)])
    #expect(stopped.duration == 0.2)
  }

  @Test func releasePastEdgeUsesFingerVelocity() {
    let given = play([drag(-100), fling(-500)])
    let taken = play([drag(-100), fling(nil)])
    for t in [0.25, 0.4, 0.6] { #expect(near(given.offset(at: t), taken.offset(at: t))) }
  }

  @Test func pausedFingerReleasesAtZeroVelocity() {
    let motion = play([drag(100), .hold(duration: 0.1), fling(nil)])
    #expect(near(motion.duration, 0.3))
    #expect(near(motion.offset(at: motion.duration), 100))
  }

  @Test func flingDistanceMatchesFormula() {
    let motion = play([drag(100), fling(1000)])
    let law = Deceleration(offset: 100, velocity: 1000, rate: 0.998)
    #expect(near(motion.duration, 0.2 + law.timeToRest(distance: 0.25)))
    #expect(near(motion.offset(at: motion.duration), law.finalOffset - 0.25))
    #expect(near(motion.offset(at: 0.7), law.offset(at: 0.5)))
  }

  @Test(arguments: [0.3, 1.0, 3.0], [-4000.0, 4000])
  func crossingAnEdgeKeepsPositionAndVelocity(ratio: Double, velocity: Double) throws {
    var physics = ScrollPhysics()
    physics.bounceDampingRatio = ratio
    let motion = play([drag(450), fling(velocity)], physics: physics)
    let law = Deceleration(offset: 450, velocity: velocity, rate: 0.998)
    let edge: Double = velocity < 0 ? 0 : 900
    let crossing = 0.2 + (try #require(law.time(crossing: edge)))
    #expect(near(motion.offset(at: crossing), edge, 1e-6))
    let h = 1e-6
    let before = (motion.offset(at: crossing) - motion.offset(at: crossing - h)) / h
    let after = (motion.offset(at: crossing + h) - motion.offset(at: crossing)) / h
    #expect(near(before, after, 0.2))
    #expect(near(before, law.velocity(at: crossing - 0.2), 0.2))
    #expect(motion.offset(at: motion.duration) == edge)
    #expect(motion.ending == .atRest)
  }

  @Test func criticalBounceMatchesFormula() throws {
    let motion = play([drag(300), fling(-2400)])
    let law = Deceleration(offset: 300, velocity: -2400, rate: 0.998)
    let crossing = try #require(law.time(crossing: 0))
    let v = law.velocity(at: crossing)
    for t in [0.01, 0.1, 0.3] {
      let expected = v * t * DeterministicMath.exp(-10 * t)
      #expect(near(motion.offset(at: 0.2 + crossing + t), expected, 1e-8))
    }
  }

  @Test func releasePastEdgeStartsSpringAtOnce() {
    let motion = play([drag(-120), fling(-300)])
    let from = motion.offset(at: 0.2)
    for t in [0.0, 0.05, 0.2, 0.5] {
      let expected = (from + (-300 + 10 * from) * t) * DeterministicMath.exp(-10 * t)
      #expect(near(motion.offset(at: 0.2 + t), expected, 1e-8))
    }
    #expect(motion.offset(at: motion.duration) == 0)
  }

  @Test func restIsIndependentOfFrameRate() {
    // At rest: less than half a device pixel (0.25 pt) away and slower than a pixel per display
    // frame (30 pt/s).
    let motion = play([drag(-120), fling(0)])
    let end = motion.duration
    let before = motion.offset(at: end - 1e-6)
    let speed = (motion.offset(at: end - 1e-6) - motion.offset(at: end - 2e-6)) / 1e-6
    #expect(before.magnitude >= 0.25 - 1e-4 || speed.magnitude >= 30 - 1e-2)
    #expect(before.magnitude < 0.26)
  }

  @Test func touchStopsFling() {
    let motion = play([drag(100), fling(2400, until: 0.2), drag(0, 0.1), fling(0)])
    let law = Deceleration(offset: 100, velocity: 2400, rate: 0.998)
    let caught = law.offset(at: 0.2)
    #expect(near(motion.offset(at: 0.4), caught))
    #expect(near(motion.offset(at: 0.45), caught))
    #expect(near(motion.offset(at: motion.duration), caught))
    #expect(near(motion.duration, 0.5))
  }

  @Test func flingContinuesDuringHold() {
    let caught = play([drag(100), fling(1000, until: 0.2), .hold(duration: 10)])
    let free = play([drag(100), fling(1000)])
    for t in [0.3, 0.5, 1.0, 3.0] { #expect(caught.offset(at: t) == free.offset(at: t)) }
    #expect(near(caught.duration, 10.4))
    #expect(caught.ending == .atRest)
    #expect(play([drag(100), fling(1000, until: 0.2)]).ending == .moving)
  }

  @Test func touchDuringBounceDoesNotJump() {
    let motion = play([drag(300), fling(-4000, until: 0.25), drag(60), fling(0)])
    let before = motion.offset(at: 0.45 - 1e-9)
    #expect(before < -10)
    #expect(near(motion.offset(at: 0.45), before, 1e-4))
    // The finger moves 60 points beyond the position that corresponds to the caught overscroll.
    let band = RubberBand(constant: 0.55, dimension: 568)
    let wanted = -band.wanted(shown: -motion.offset(at: 0.45)) + 60
    let shown = wanted < 0 ? -band.shown(wanted: -wanted) : wanted
    #expect(near(motion.offset(at: 0.65), shown, 1e-6))
  }

  @Test func releaseUntilAfterRestWaits() {
    let motion = play([drag(100), fling(0, until: 2)])
    #expect(near(motion.duration, 2.2))
    #expect(motion.offset(at: 2) == 100)
    #expect(motion.ending == .atRest)
  }

  @Test func scrollingToIsProgrammatic() {
    let motion = play([
      drag(400), fling(0), .scrollTo(offset: 0, duration: 0.3, easing: .linear),
      .scrollTo(offset: 70, duration: 0, easing: .linear), .hold(duration: 0.1),
    ])
    #expect(near(motion.offset(at: 0.35), 200))
    #expect(near(motion.offset(at: 0.5), 70))
    #expect(near(motion.duration, 0.6))
  }

  @Test func scrollToStopsFling() {
    let motion = play([
      drag(100), fling(2400, until: 0.1), .scrollTo(offset: 0, duration: 0.2, easing: .linear),
      .hold(duration: 5),
    ])
    #expect(near(motion.offset(at: 0.5), 0))
    #expect(motion.offset(at: 5) == 0)
  }

  @Test func flingThatStopsBeforeEdgeStays() {
    // The distance is 149.85 points, of which the last quarter point is never covered.
    let law = Deceleration(offset: 0, velocity: 300, rate: 0.998)
    let edge = law.finalOffset - 0.1
    let tight = ScrollEnvironment(viewportHeight: 568, largestOffset: edge, scale: 2)
    let motion = play([fling(300)], in: tight)
    #expect(near(motion.offset(at: motion.duration), law.finalOffset - 0.25))
  }

  @Test func roundingErrorsCauseNoOverscroll() {
    let motion = play([drag(-0.4), drag(0.1), drag(0.3), fling(1000)])
    let law = Deceleration(offset: 0, velocity: 1000, rate: 0.998)
    #expect(-0.4 + 0.1 + 0.3 < 0)
    #expect(near(motion.offset(at: motion.duration), law.finalOffset - 0.25, 1e-6))
  }

  @Test func playsThousandsOfGestures() {
    let motion = play((0..<1000).flatMap { _ in [drag(10, 0.01), fling(-10)] })
    #expect(motion.duration > 10)
    #expect(motion.offset(at: motion.duration).isFinite)
  }

  @Test func velocityAtTheEdgeItselfBouncesAtOnce() {
    let motion = play([fling(-500)])
    for t in [0.01, 0.1] {
      #expect(near(motion.offset(at: t), -500 * t * DeterministicMath.exp(-10 * t), 1e-9))
    }
    #expect(motion.offset(at: motion.duration) == 0)
  }

  /// An easing's value at 1 affects keyframes, but not the path of a finger.
  @Test func dragEndsAtItsTargetForAnyEasing() throws {
    let half = try Easing("linear(0, 0.5)")
    let dragged = play([.drag(by: 100, duration: 0.5, easing: half)])
    #expect(dragged.offset(at: 0.5) == 100)
    #expect(near(dragged.offset(at: 0.25), 25))
    let scrolled = play([.scrollTo(offset: 40, duration: 0.5, easing: half)])
    #expect(scrolled.offset(at: 0.5) == 40)
  }
}
