import Numerics

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

  init(physics: ScrollPhysics, environment: ScrollEnvironment) {
    self.physics = physics
    self.environment = environment
    let band = RubberBand(
      constant: physics.rubberBand, dimension: environment.viewportHeight)
    edges = ScrollEdges(
      largest: environment.largestOffset, band: physics.bounces ? band : nil)
  }

  mutating func play(_ gesture: Gesture) {
    switch gesture {
    case .hold(let duration):
      // A finger that waits before it lets go throws nothing.
      if duration > 0 { finger?.velocity = 0 }
      time += duration
    case .drag(let by, let duration, let easing):
      drag(by: by, duration: duration, easing: easing)
    case .release(let velocity, let until):
      let start = time
      release(velocity: velocity ?? finger?.velocity ?? 0)
      time = until.map { start + $0 } ?? restTime
    case .scrollTo(let offset, let duration, let easing):
      finger = nil
      let from = currentOffset
      replaceMotion(
        .glide(from: from, to: offset, duration: duration, easing: easing), lasting: duration)
      time += duration
    }
  }

  private mutating func drag(by: Double, duration: Double, easing: Easing) {
    let from = finger?.wanted ?? edges.wanted(shown: currentOffset)
    replaceMotion(
      .drag(from: from, by: by, duration: duration, easing: easing, edges: edges),
      lasting: duration)
    finger = (from + by, by * easing.endSlope / duration)
    time += duration
  }

  private mutating func release(velocity: Double) {
    finger = nil
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
    let duration = spring.timeToRest(
      distance: environment.pixel / 2,
      speed: environment.pixel * ScrollPhysics.displayFramesPerSecond)
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

  private mutating func removeSegments(from start: Double) {
    while let last = segments.last, last.start >= start { segments.removeLast() }
  }

  private var currentOffset: Double { segments.offset(at: time) }
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
