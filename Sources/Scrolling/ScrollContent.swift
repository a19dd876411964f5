import PortableMath

/// The scrolled content and the law that moves it: a finger, a program or the physics of
/// `UIScrollView`.
struct ScrollContent {
  private let physics: ScrollPhysics
  private let environment: ScrollEnvironment
  /// The motion so far, in order of start. A segment continues until the next one starts.
  private(set) var segments = [MotionSegment(start: .zero, law: .still(0))]
  /// The time at which the current motion ends by itself.
  private(set) var restTime = ExactTime.zero
  /// The current deceleration, or `nil` if another law moves the content or it is still.
  private var slowing: Slowing?
  /// The dragging finger: its wanted offset in points and its velocity in points per second. `nil`
  /// if no finger drags.
  private(set) var finger: (wanted: Double, velocity: Double)?

  /// A deceleration that turns into a bounce if it crosses an edge.
  struct Slowing {
    let law: Deceleration
    let start: ExactTime
    /// The time at which the content crosses an edge, or `nil` if it never does.
    let crossing: ExactTime?
  }

  init(physics: ScrollPhysics, environment: ScrollEnvironment) {
    self.physics = physics.limited
    self.environment = environment
  }

  /// The exact offset in points.
  func offset(at time: ExactTime) -> Double { segments.offset(at: time) }

  /// Whether the content moves without a finger after `time`.
  func isMoving(at time: ExactTime) -> Bool { finger == nil && restTime > time }

  /// The deceleration that is active at `time`, or `nil` if there is none or the bounce has begun.
  func slowing(at time: ExactTime) -> Slowing? {
    guard isMoving(at: time), let slowing, slowing.crossing.map({ time < $0 }) ?? true else {
      return nil
    }
    return slowing
  }

  /// The velocity in points per second of a deceleration when it becomes slow: its initial
  /// velocity, limited to ±`slowVelocity`. 0 without a deceleration.
  var slowVelocity: Double {
    min(max(slowing?.law.velocity ?? 0, -Self.slowVelocity), Self.slowVelocity)
  }

  // MARK: - Fingers and programs

  /// The edges with the rubber band that applies to a finger.
  func edges(_ edges: ClosedRange<Double>) -> ScrollEdges {
    let band = RubberBand(constant: physics.rubberBand, dimension: environment.viewportHeight)
    return ScrollEdges(range: edges, band: physics.bounces ? band : nil)
  }

  mutating func stop(at time: ExactTime) { jump(to: offset(at: time), at: time) }

  /// Moves the finger. Returns its velocity at the end in points per second, and whether the wanted
  /// offset was limited to `CurveLimits.farthestOffset`.
  mutating func drag(
    by distance: Double, duration: ExactTime, easing: Easing, in edges: ScrollEdges,
    at time: ExactTime
  ) -> (velocity: Double, isFar: Bool) {
    let from = finger?.wanted ?? edges.wanted(shown: offset(at: time))
    let farthest = CurveLimits.farthestOffset
    let isFar = (from + distance).magnitude > farthest
    let by = isFar ? min(max(from + distance, -farthest), farthest) - from : distance
    let velocity = by == 0 ? 0 : by * easing.endSlope / duration.seconds
    replace(
      .drag(from: from, by: by, duration: duration, easing: easing, edges: edges), at: time,
      lasting: duration)
    finger = (from + by, ScrollContent.clamped(velocity))
    return (velocity, isFar)
  }

  /// Resets the finger's velocity: a finger that pauses before its release causes no fling.
  mutating func wait() { finger?.velocity = 0 }
  mutating func lift() { finger = nil }

  /// Moves to `offset` in a fixed duration, for a programmatic scroll or a settlement with a
  /// duration.
  /// - Parameter start: The start of a glide in progress, which gets the target `offset` and keeps
  ///   its end. `nil` starts a glide.
  mutating func glide(
    to offset: Double, duration: ExactTime, easing: Easing, at time: ExactTime,
    since start: ExactTime? = nil
  ) {
    let elapsed = time - (start ?? time)
    var from = self.offset(at: time)
    if start != nil {
      // A glide from this offset passes the current one at `time`.
      let rest = 1 - easing.progress(after: elapsed, of: duration)
      from = rest > 0 ? offset - (offset - from) / rest : offset
    }
    replace(
      .glide(from: from, to: offset, duration: duration, easing: easing, elapsed: elapsed),
      at: time, lasting: duration - elapsed)
    segments.append(MotionSegment(start: restTime, law: .still(offset)))
  }

  /// Settles at `offset` with the spring of bounces (mass 1).
  mutating func spring(to offset: Double, velocity: Double, at time: ExactTime) {
    let displacement = self.offset(at: time) - offset
    let spring = bounce(from: offset, displacement: displacement, velocity: velocity, at: time)
    follow(spring, at: time)
  }

  mutating func jump(to offset: Double, at time: ExactTime) { replace(.still(offset), at: time) }

  private mutating func replace(
    _ law: MotionSegment.Law, at time: ExactTime, lasting duration: ExactTime = .zero
  ) {
    removeSegments(from: time)
    segments.append(MotionSegment(start: time, law: law))
    restTime = time + duration
    slowing = nil
  }

  mutating func follow(_ motion: FreeMotion, at time: ExactTime) {
    removeSegments(from: time)
    segments += motion.segments
    restTime = motion.rest
    slowing = motion.slowing
  }

  private mutating func removeSegments(from start: ExactTime) {
    while let last = segments.last, last.start >= start { segments.removeLast() }
  }

  // MARK: - Free motion

  /// The motion of released content.
  struct FreeMotion {
    fileprivate var segments: [MotionSegment]
    fileprivate var rest: ExactTime
    /// The offset at rest, in points.
    let target: Double
    fileprivate var slowing: Slowing?
    /// The time at which the speed has fallen to `slowVelocity`, or `nil` if the content bounces or
    /// rests before.
    fileprivate(set) var slow: ExactTime?
  }

  /// The speed in points per second at which the header's rules for rest are evaluated.
  static let slowVelocity = 10.0
  /// The tolerance at edges in points. Sums of decimal distances miss an edge by about 1e-14, which
  /// must not count as overscroll.
  static let edgeTolerance = 1e-6

  /// Returns the motion of content released at `velocity` points per second.
  ///
  /// - Parameter edges: The smallest and largest offset at rest, between which the content bounces.
  func freeMotion(velocity: Double, edges: ClosedRange<Double>, at time: ExactTime) -> FreeMotion {
    let velocity = ScrollContent.clamped(velocity)
    var offset = offset(at: time)
    if let edge = edges.passed(by: offset, tolerance: 0) {
      let overscroll = offset - edge
      if overscroll.magnitude >= Self.edgeTolerance {
        guard physics.bounces else {
          let still = MotionSegment(start: time, law: .still(edge))
          return FreeMotion(segments: [still], rest: time, target: edge)
        }
        return bounce(from: edge, displacement: overscroll, velocity: velocity, at: time)
      }
      offset = edge
    }
    let deceleration = Deceleration(
      offset: offset, velocity: velocity, rate: physics.decelerationRate)
    return motion(of: deceleration, since: time, edges: edges)
  }

  /// A deceleration, followed by a bounce if it crosses an edge.
  private func motion(
    of deceleration: Deceleration, since time: ExactTime, edges: ClosedRange<Double>
  ) -> FreeMotion {
    let velocity = deceleration.velocity
    let duration = deceleration.timeToRest(distance: environment.pixel / 2)
    let edge = velocity < 0 ? edges.lowerBound : edges.upperBound
    let crossing = deceleration.time(crossing: edge).flatMap { $0 < duration ? $0 : nil }
    var slow: ExactTime?
    if velocity.magnitude <= Self.slowVelocity {
      slow = time
    } else {
      let elapsed = deceleration.time(slowedTo: Self.slowVelocity)
      if elapsed < crossing ?? duration { slow = time + ExactTime(elapsed) }
    }
    let end = time + ExactTime(crossing ?? duration)
    let target = crossing == nil ? deceleration.offset(at: duration) : edge
    var motion = FreeMotion(
      segments: [MotionSegment(start: end, law: .still(target))], rest: end, target: target)
    if let crossing, physics.bounces {
      motion = bounce(
        from: edge, displacement: 0, velocity: deceleration.velocity(at: crossing), at: end)
    }
    motion.segments.insert(MotionSegment(start: time, law: .deceleration(deceleration)), at: 0)
    motion.slowing = Slowing(law: deceleration, start: time, crossing: crossing == nil ? nil : end)
    motion.slow = slow
    return motion
  }

  /// Recomputes a deceleration after the edges have changed. Returns the time at which it becomes
  /// slow, or `nil` if it bounces or rests before.
  mutating func adapt(_ edges: ClosedRange<Double>, _ slowing: Slowing) -> ExactTime? {
    let motion = motion(of: slowing.law, since: slowing.start, edges: edges)
    follow(motion, at: slowing.start)
    return motion.slow
  }

  /// A bounce: a spring of mass 1 that pulls the content back to `edge`.
  private func bounce(
    from edge: Double, displacement: Double, velocity: Double, at start: ExactTime
  ) -> FreeMotion {
    let spring = DampedSpring(
      angularFrequency: physics.bounceStiffness.squareRoot(),
      dampingRatio: physics.bounceDampingRatio, displacement: displacement, velocity: velocity)
    let rest = start + ExactTime(spring.timeToRest(distance: environment.pixel / 2))
    return FreeMotion(
      segments: [
        MotionSegment(start: start, law: .spring(spring, edge: edge)),
        MotionSegment(start: rest, law: .still(edge)),
      ], rest: rest, target: edge)
  }

  /// Clamps a computed velocity to the range of stated velocities, so that values stay bounded. NaN
  /// becomes 0.
  static func clamped(_ velocity: Double) -> Double {
    let fastest = CurveLimits.fastestVelocity
    return velocity.isNaN ? 0 : min(max(velocity, -fastest), fastest)
  }
}

extension [MotionSegment] {
  /// The offset in points at `time`. 0 without segments.
  func offset(at time: ExactTime) -> Double {
    let next = partitioningIndex { $0.start > time }
    guard next > 0 else { return first?.offset(at: .zero) ?? 0 }
    return self[next - 1].offset(at: time)
  }
}

/// A part of a motion that follows a single law.
struct MotionSegment: Hashable, Sendable {
  /// The start, counted from the start of the curve.
  let start: ExactTime
  let law: Law

  enum Law: Hashable, Sendable {
    case still(Double)
    /// A finger moves the wanted offset from `from` to `from + by`.
    case drag(from: Double, by: Double, duration: ExactTime, easing: Easing, edges: ScrollEdges)
    /// A programmatic scroll, of which `elapsed` has passed before the segment.
    case glide(
      from: Double, to: Double, duration: ExactTime, easing: Easing, elapsed: ExactTime)
    case deceleration(Deceleration)
    /// A spring around the offset `edge`.
    case spring(DampedSpring, edge: Double)
  }

  /// The offset in points. `time` must not be before the segment's start.
  func offset(at time: ExactTime) -> Double {
    switch law {
    case .still(let offset): offset
    case .drag(let from, let by, let duration, let easing, let edges):
      edges.shown(wanted: from + by * easing.progress(after: time - start, of: duration))
    case .glide(let from, let to, let duration, let easing, let elapsed):
      from + (to - from) * easing.progress(after: time - start + elapsed, of: duration)
    case .deceleration(let deceleration): deceleration.offset(at: (time - start).seconds)
    case .spring(let spring, let edge): edge + spring.displacement(at: (time - start).seconds)
    }
  }
}

extension Easing {
  /// The eased progress, exactly 1 at the end even if the easing's own value at 1 differs.
  func progress(after elapsed: ExactTime, of duration: ExactTime) -> Double {
    elapsed < duration ? value(after: elapsed, of: duration) : 1
  }
}
