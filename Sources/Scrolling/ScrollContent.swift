import PortableMath

/// Where content is and which law moves it: fingers, programs, the physics of `UIScrollView`.
struct ScrollContent {
  private let physics: ScrollPhysics
  private let environment: ScrollEnvironment
  /// In the order of their starts; a segment goes on until the next starts.
  private(set) var segments = [MotionSegment(start: .zero, law: .still(0))]
  /// When what moves comes to rest by itself.
  private(set) var restTime = ExactTime.zero
  /// What slows the content down until `restTime`; nil: another law moves it, or none.
  private var slowing: Slowing?
  /// The finger on the glass: the offset it wants and its speed in points a second.
  private(set) var finger: (wanted: Double, velocity: Double)?

  /// A deceleration, which turns into a bounce where it crosses an edge.
  struct Slowing {
    let law: Deceleration
    let start: ExactTime
    /// Nil: it never does.
    let crossing: ExactTime?
  }

  init(physics: ScrollPhysics, environment: ScrollEnvironment) {
    self.physics = physics.limited
    self.environment = environment
  }

  /// The exact offset, in points.
  func offset(at time: ExactTime) -> Double { segments.offset(at: time) }

  /// Whether the content moves by itself at `time` and later.
  func isMoving(at time: ExactTime) -> Bool { finger == nil && restTime > time }

  /// What slows the content down at `time`, before it bounces.
  func slowing(at time: ExactTime) -> Slowing? {
    guard isMoving(at: time), let slowing, slowing.crossing.map({ time < $0 }) ?? true else {
      return nil
    }
    return slowing
  }

  /// The speed that a deceleration has slowed to or began with; 0 for what ends by itself.
  var slowVelocity: Double {
    min(max(slowing?.law.velocity ?? 0, -Self.slowVelocity), Self.slowVelocity)
  }

  // MARK: - Fingers and programs

  /// The edges with the rubber band that a finger feels.
  func edges(_ edges: ClosedRange<Double>) -> ScrollEdges {
    let band = RubberBand(constant: physics.rubberBand, dimension: environment.viewportHeight)
    return ScrollEdges(range: edges, band: physics.bounces ? band : nil)
  }

  mutating func stop(at time: ExactTime) { place(at: offset(at: time), at: time) }

  /// Gives the speed at the end, and whether the finger wants more than offsets may be.
  mutating func drag(
    by way: Double, duration: ExactTime, easing: Easing, in edges: ScrollEdges, at time: ExactTime
  ) -> (velocity: Double, isFar: Bool) {
    let from = finger?.wanted ?? edges.wanted(shown: offset(at: time))
    let farthest = CurveLimits.farthestOffset
    let isFar = (from + way).magnitude > farthest
    let by = isFar ? min(max(from + way, -farthest), farthest) - from : way
    let velocity = by == 0 ? 0 : by * easing.endSlope / duration.seconds
    replace(
      .drag(from: from, by: by, duration: duration, easing: easing, edges: edges), at: time,
      lasting: duration)
    finger = (from + by, ScrollContent.limited(velocity))
    return (velocity, isFar)
  }

  /// A finger that waits before it lets go throws nothing.
  mutating func wait() { finger?.velocity = 0 }
  mutating func lift() { finger = nil }

  /// A program, or a settling with a duration.
  mutating func glide(to offset: Double, duration: ExactTime, easing: Easing, at time: ExactTime) {
    let from = self.offset(at: time)
    replace(
      .glide(from: from, to: offset, duration: duration, easing: easing), at: time,
      lasting: duration)
    segments.append(MotionSegment(start: restTime, law: .still(offset)))
  }

  /// A settling of mass 1 around `offset`, with the bounce's spring.
  mutating func spring(to offset: Double, velocity: Double, at time: ExactTime) {
    let displacement = self.offset(at: time) - offset
    let spring = bounce(from: offset, displacement: displacement, velocity: velocity, at: time)
    follow(spring, at: time)
  }

  mutating func place(at offset: Double, at time: ExactTime) { replace(.still(offset), at: time) }

  private mutating func replace(
    _ law: MotionSegment.Law, at time: ExactTime, lasting duration: ExactTime = .zero
  ) {
    removeSegments(from: time)
    segments.append(MotionSegment(start: time, law: law))
    (restTime, slowing) = (time + duration, nil)
  }

  mutating func follow(_ motion: FreeMotion, at time: ExactTime) {
    removeSegments(from: time)
    segments += motion.segments
    (restTime, slowing) = (motion.rest, motion.slowing)
  }

  private mutating func removeSegments(from start: ExactTime) {
    while let last = segments.last, last.start >= start { segments.removeLast() }
  }

  // MARK: - Free motion

  /// What the content does by itself once it is let go.
  struct FreeMotion {
    fileprivate var segments: [MotionSegment]
    fileprivate var rest: ExactTime
    /// Where it would come to rest, in points.
    let target: Double
    fileprivate var slowing: Slowing?
    /// When it has slowed to `slowVelocity`; nil: it ends before.
    fileprivate(set) var slow: ExactTime?
  }

  /// Points a second: the speed at which rules of rest are asked.
  static let slowVelocity = 10.0
  /// Points: sums of decimal ways miss an edge by 1e-14, which is neither overscroll nor bounce.
  static let edgeTolerance = 1e-6

  /// - Parameter edges: what bounces are about: the smallest and largest offset at rest.
  func freeMotion(velocity: Double, edges: ClosedRange<Double>, at time: ExactTime) -> FreeMotion {
    let velocity = ScrollContent.limited(velocity)
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

  /// A deceleration, and the bounce where it crosses an edge.
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

  /// Edges have moved under a deceleration; gives when it will be slow, nil: it ends before.
  mutating func meet(_ edges: ClosedRange<Double>, _ slowing: Slowing) -> ExactTime? {
    let motion = motion(of: slowing.law, since: slowing.start, edges: edges)
    follow(motion, at: slowing.start)
    return motion.slow
  }

  /// A spring of mass 1 pulls the content back to `edge`.
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

  /// Derived speeds are limited as stated ones are, so that nothing grows without end.
  static func limited(_ velocity: Double) -> Double {
    let fastest = CurveLimits.fastestVelocity
    return velocity.isNaN ? 0 : min(max(velocity, -fastest), fastest)
  }
}

extension [MotionSegment] {
  /// The offset at a time, in points; 0 without segments.
  func offset(at time: ExactTime) -> Double {
    let next = partitioningIndex { $0.start > time }
    guard next > 0 else { return first?.offset(at: .zero) ?? 0 }
    return self[next - 1].offset(at: time)
  }
}

/// A stretch of a played gesture list that one law governs.
struct MotionSegment: Hashable, Sendable {
  /// From the start of the curve.
  let start: ExactTime
  let law: Law

  enum Law: Hashable, Sendable {
    case still(Double)
    /// A finger: the offset wanted goes from `from` to `from + by`.
    case drag(from: Double, by: Double, duration: ExactTime, easing: Easing, edges: ScrollEdges)
    /// A programmatic scroll.
    case glide(from: Double, to: Double, duration: ExactTime, easing: Easing)
    case deceleration(Deceleration)
    /// Around the offset `edge`.
    case spring(DampedSpring, edge: Double)
  }

  /// The offset in points, at the segment's start or later.
  func offset(at time: ExactTime) -> Double {
    switch law {
    case .still(let offset): offset
    case .drag(let from, let by, let duration, let easing, let edges):
      edges.shown(wanted: from + by * easing.progress(after: time - start, of: duration))
    case .glide(let from, let to, let duration, let easing):
      from + (to - from) * easing.progress(after: time - start, of: duration)
    case .deceleration(let deceleration): deceleration.offset(at: (time - start).seconds)
    case .spring(let spring, let edge): edge + spring.displacement(at: (time - start).seconds)
    }
  }
}

extension Easing {
  /// A finger's or a program's way ends exactly at its end, whatever the easing says of 1.
  func progress(after elapsed: ExactTime, of duration: ExactTime) -> Double {
    elapsed < duration ? value(after: elapsed, of: duration) : 1
  }
}
