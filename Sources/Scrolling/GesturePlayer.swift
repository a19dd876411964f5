import PortableMath

/// Plays a list of gestures through the model of `UIScrollView`, one after the other.
struct GesturePlayer {
  private let physics: ScrollPhysics
  private let environment: ScrollEnvironment
  private let edges: ScrollEdges
  /// In the order of their starts; a segment goes on until the next starts.
  private(set) var segments = [MotionSegment(start: 0, law: .still(0))]
  /// When the gestures played so far end; motion may go on after that.
  private(set) var time = 0.0
  /// When what moves comes to rest by itself.
  private(set) var restTime = 0.0
  /// The finger on the glass: the offset it wants and its speed in points a second.
  private(set) var finger: (wanted: Double, velocity: Double)?
  /// When a finger was on the glass, in seconds, in order.
  private(set) var touches: [ClosedRange<Double>] = []
  /// The way of each of those fingers.
  private(set) var fingers: [FingerTouch] = []
  /// What was limited, by the gestures' numbers in the list, from 0.
  private(set) var limited = GestureLimits()
  private var number = 0

  init(physics: ScrollPhysics, environment: ScrollEnvironment) {
    let physics = physics.limited
    self.physics = physics
    self.environment = environment
    let band = RubberBand(
      constant: physics.rubberBand, dimension: environment.viewportHeight)
    edges = ScrollEdges(
      largest: environment.largestOffset, band: physics.bounces ? band : nil)
  }

  mutating func play(_ gesture: Gesture) {
    defer { number += 1 }
    defer {
      if finger != nil { touches[touches.count - 1] = touches[touches.count - 1].lowerBound...time }
    }
    switch gesture {
    case .hold(let duration):
      // A finger that waits before it lets go throws nothing.
      if duration > 0 { finger?.velocity = 0 }
      time += GesturePlayer.inRange(duration)
    case .drag(let by, let duration, let easing):
      drag(by: by, duration: duration, easing: easing)
    case .release(let velocity, let until):
      let start = time
      release(velocity: velocity ?? finger?.velocity ?? 0)
      time = until.map { start + GesturePlayer.inRange($0) } ?? restTime
    case .scrollTo(let offset, let duration, let easing):
      liftFinger()
      let from = currentOffset
      let duration = GesturePlayer.inRange(duration)
      replaceMotion(
        .glide(from: from, to: offset, duration: duration, easing: easing), lasting: duration)
      time += duration
    }
  }

  /// Derived numbers are limited as stated ones are, so that nothing grows without end.
  private mutating func drag(by way: Double, duration stated: Double, easing: Easing) {
    let duration = max(CurveLimits.shortestDrag, GesturePlayer.inRange(stated))
    if duration > stated { limited.shortDrags.append(number) }
    if finger == nil {
      touches.append(time...time)
      fingers.append(FingerTouch(start: time))
    }
    let from = finger?.wanted ?? edges.wanted(shown: currentOffset)
    let farthest = CurveLimits.farthestOffset
    let isFar = (from + way).magnitude > farthest
    if isFar { limited.farDrags.append(number) }
    let by = isFar ? min(max(from + way, -farthest), farthest) - from : way
    fingers[fingers.count - 1].move(by: by, duration: duration, easing: easing, at: time)
    let velocity = by == 0 ? 0 : by * easing.endSlope / duration
    let fastest = CurveLimits.fastestVelocity
    if velocity.magnitude > fastest { limited.fastDrags.append(number) }
    replaceMotion(
      .drag(from: from, by: by, duration: duration, easing: easing, edges: edges),
      lasting: duration)
    finger = (from + by, min(max(velocity, -fastest), fastest))
    time += duration
  }

  private mutating func liftFinger() {
    if finger != nil { fingers[fingers.count - 1].lift(at: time) }
    finger = nil
  }

  private mutating func release(velocity: Double) {
    liftFinger()
    let fastest = CurveLimits.fastestVelocity
    let velocity = velocity.isNaN ? 0 : min(max(velocity, -fastest), fastest)
    var offset = currentOffset
    // Sums of decimal ways miss an edge by 1e-14; that is no overscroll, and a fling from there is
    // no bounce.
    if let edge = edges.passed(by: offset), (offset - edge).magnitude < 1e-6 { offset = edge }
    if let edge = edges.passed(by: offset) {
      guard physics.bounces else { return replaceMotion(.still(edge), lasting: 0) }
      return bounce(from: edge, displacement: offset - edge, velocity: velocity, at: time)
    }
    let deceleration = Deceleration(
      offset: offset, velocity: velocity, rate: physics.decelerationRate)
    let duration = deceleration.timeToRest(distance: environment.pixel / 2)
    let edge = velocity < 0 ? 0 : edges.largest
    if let crossing = deceleration.time(crossing: edge), crossing < duration {
      replaceMotion(.deceleration(deceleration), lasting: crossing)
      guard physics.bounces else {
        segments.append(MotionSegment(start: time + crossing, law: .still(edge)))
        return
      }
      bounce(
        from: edge, displacement: 0, velocity: deceleration.velocity(at: crossing),
        at: time + crossing)
    } else {
      replaceMotion(.deceleration(deceleration), lasting: duration)
      let end = deceleration.offset(at: duration)
      segments.append(MotionSegment(start: time + duration, law: .still(end)))
    }
  }

  /// A spring of mass 1 pulls the content back to `edge`.
  private mutating func bounce(
    from edge: Double, displacement: Double, velocity: Double, at start: Double
  ) {
    let spring = DampedSpring(
      angularFrequency: physics.bounceStiffness.squareRoot(),
      dampingRatio: physics.bounceDampingRatio, displacement: displacement, velocity: velocity)
    let duration = spring.timeToRest(distance: environment.pixel / 2)
    removeSegments(from: start)
    segments.append(MotionSegment(start: start, law: .spring(spring, edge: edge)))
    segments.append(MotionSegment(start: start + duration, law: .still(edge)))
    restTime = start + duration
  }

  private mutating func replaceMotion(_ law: MotionSegment.Law, lasting duration: Double) {
    removeSegments(from: time)
    segments.append(MotionSegment(start: time, law: law))
    restTime = time + duration
  }

  /// Seconds as a document may state them; 0 for what is not a number.
  private static func inRange(_ seconds: Double) -> Double {
    min(max(0, seconds), CurveLimits.longestTime)
  }

  private mutating func removeSegments(from start: Double) {
    while let last = segments.last, last.start >= start { segments.removeLast() }
  }

  private var currentOffset: Double { segments.offset(at: time) }
}

/// Which gestures of a list ask for more than the model plays.
struct GestureLimits: Hashable, Sendable {
  /// Drags shorter than `CurveLimits.shortestDrag`.
  var shortDrags: [Int] = []
  /// Drags that end faster than `CurveLimits.fastestVelocity`.
  var fastDrags: [Int] = []
  /// Drags beyond `CurveLimits.farthestOffset`.
  var farDrags: [Int] = []
}

extension [MotionSegment] {
  /// The offset at a time, in points; 0 without segments.
  func offset(at time: Double) -> Double {
    let next = partitioningIndex { $0.start > time }
    guard next > 0 else { return first?.offset(after: 0) ?? 0 }
    let segment = self[next - 1]
    return segment.offset(after: time - segment.start)
  }
}

/// A stretch of a played gesture list that one law governs.
struct MotionSegment: Hashable, Sendable {
  /// Seconds from the start of the curve.
  let start: Double
  let law: Law

  enum Law: Hashable, Sendable {
    case still(Double)
    /// A finger: the offset wanted goes from `from` to `from + by`.
    case drag(from: Double, by: Double, duration: Double, easing: Easing, edges: ScrollEdges)
    /// A programmatic scroll.
    case glide(from: Double, to: Double, duration: Double, easing: Easing)
    case deceleration(Deceleration)
    /// Around the offset `edge`.
    case spring(DampedSpring, edge: Double)
  }

  /// The offset in points `time` seconds after the segment's start.
  func offset(after time: Double) -> Double {
    switch law {
    case .still(let offset):
      offset
    case .drag(let from, let by, let duration, let easing, let edges):
      edges.shown(wanted: from + by * MotionSegment.progress(time, duration, easing))
    case .glide(let from, let to, let duration, let easing):
      from + (to - from) * MotionSegment.progress(time, duration, easing)
    case .deceleration(let deceleration):
      deceleration.offset(at: time)
    case .spring(let spring, let edge):
      edge + spring.displacement(at: time)
    }
  }

  /// A finger's or a program's way ends exactly at its end, whatever the easing says of 1.
  private static func progress(_ time: Double, _ duration: Double, _ easing: Easing) -> Double {
    time < duration ? easing.value(at: time / duration) : 1
  }
}
