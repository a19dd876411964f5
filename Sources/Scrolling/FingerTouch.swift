package import PortableMath

/// A finger on the glass in a played curve: from when to when, and how far it travels.
package struct FingerTouch: Hashable, Sendable {
  /// Seconds from the start of the curve.
  package let start: Double
  /// When it lets go; infinite where it never does.
  package private(set) var end = Double.infinity
  /// Where it taps, in points of the screen; nil: it drags or pans.
  package private(set) var place: ScreenPoint?
  package private(set) var isTap = false
  package private(set) var isPan = false
  fileprivate var moves: [Move] = []

  /// A part of the way with one easing.
  fileprivate struct Move: Hashable, Sendable {
    var start: Double
    var by: Double
    var duration: Double
    var easing: Easing
  }

  mutating func move(by way: Double, duration: Double, easing: Easing, at time: Double) {
    moves.append(Move(start: time, by: way, duration: duration, easing: easing))
  }

  mutating func lift(at time: Double) { end = min(end, time) }

  /// Points that the finger has gone up by since its start, as far as the content should follow it; of
  /// one that goes sideways, to the left.
  package func travel(at time: Double) -> Double {
    var way = 0.0
    for move in moves where move.start < time {
      let passed = time - move.start
      way +=
        passed < move.duration ? move.by * move.easing.value(at: passed / move.duration) : move.by
    }
    return way
  }

  /// How far up and down it goes, by the ends of its parts.
  package var reach: ClosedRange<Double> {
    var way = 0.0
    var reach = 0.0...0.0
    for move in moves {
      way += move.by
      reach = min(reach.lowerBound, way)...max(reach.upperBound, way)
    }
    return reach
  }
}

/// The fingers of a curve as it is played.
struct TouchRecord {
  /// When a finger dragged, in seconds, in order.
  private(set) var drags: [ClosedRange<Double>] = []
  /// The way of each of those fingers, and of those that tapped and panned, by their starts.
  private(set) var fingers: [FingerTouch] = []
  /// The places of the fingers that drag and pan now.
  private var dragging: Int?
  private var panning: Int?

  /// A finger drags, or pans, from where it is; one that is not on the glass touches it.
  mutating func move(
    by way: Double, duration: ExactTime, easing: Easing, at time: ExactTime, isPan: Bool = false
  ) {
    let start = time.seconds
    let finger = (isPan ? panning : dragging) ?? fingers.count
    if finger == fingers.count {
      fingers.append(FingerTouch(start: start, isPan: isPan))
      if !isPan { drags.append(start...start) }
    }
    if isPan { panning = finger } else { dragging = finger }
    fingers[finger].move(by: way, duration: duration.seconds, easing: easing, at: start)
  }

  mutating func liftDrag(at time: ExactTime, isKnown: Bool = true) {
    guard let dragging else { return }
    let end = time.seconds
    if isKnown { fingers[dragging].lift(at: end) }
    drags[drags.count - 1] = drags[drags.count - 1].lowerBound...end
    self.dragging = nil
  }

  mutating func liftPan(at time: ExactTime) {
    guard let panning else { return }
    fingers[panning].lift(at: time.seconds)
    self.panning = nil
  }

  mutating func tap(from start: ExactTime, to end: ExactTime, at place: ScreenPoint?) {
    fingers.append(FingerTouch(start: start.seconds, end: end.seconds, place: place, isTap: true))
  }
}
