package import PortableMath

/// A touch in a played curve: its time span and its movement.
package struct FingerTouch: Hashable, Sendable {
  /// The start in seconds from the start of the curve.
  package let start: Double
  /// The end in seconds from the start of the curve. Infinite if the finger is never lifted.
  package fileprivate(set) var end = Double.infinity
  /// The tapped point on the screen, or `nil` for drags, pans and taps without a known point.
  package private(set) var position: ScreenPoint?
  package private(set) var isTap = false
  package private(set) var isPan = false
  fileprivate var moves: [Move] = []

  fileprivate struct Move: Hashable, Sendable {
    var start: Double
    var by: Double
    var duration: Double
    var easing: Easing
  }

  /// Returns the distance in points since the touch began. Positive is up, in the direction that
  /// increases the offset. For pans, positive is to the left.
  package func travel(at time: Double) -> Double {
    moves.prefix { $0.start < time }.reduce(0) { distance, move in
      let part = (time - move.start) / move.duration
      return distance + (part < 1 ? move.by * move.easing.value(at: part) : move.by)
    }
  }

  /// The smallest and largest distance in points at the ends of the moves, including 0 for the
  /// start.
  package var reach: ClosedRange<Double> {
    var distance = 0.0
    return moves.reduce(0.0...0.0) { reach, move in
      distance += move.by
      return min(reach.lowerBound, distance)...max(reach.upperBound, distance)
    }
  }
}

struct TouchRecord {
  private(set) var fingers: [FingerTouch] = []
  /// The indices in `fingers` of the current drag and pan.
  private var dragging: Int?
  private var panning: Int?

  /// Adds a move to the current drag or pan. Starts a touch if there is none.
  mutating func move(
    by distance: Double, duration: ExactTime, easing: Easing, at time: ExactTime,
    isPan: Bool = false
  ) {
    let start = time.seconds
    let finger = (isPan ? panning : dragging) ?? fingers.count
    if finger == fingers.count { fingers.append(FingerTouch(start: start, isPan: isPan)) }
    if isPan { panning = finger } else { dragging = finger }
    fingers[finger].moves.append(
      FingerTouch.Move(start: start, by: distance, duration: duration.seconds, easing: easing))
  }

  mutating func lift(at time: ExactTime, isPan: Bool = false) {
    if let finger = isPan ? panning : dragging { fingers[finger].end = time.seconds }
    if isPan { panning = nil } else { dragging = nil }
  }

  mutating func tap(from start: ExactTime, to end: ExactTime, at position: ScreenPoint?) {
    fingers.append(
      FingerTouch(start: start.seconds, end: end.seconds, position: position, isTap: true))
  }
}
