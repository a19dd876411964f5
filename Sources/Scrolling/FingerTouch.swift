package import PortableMath

/// A finger on the glass in a played curve: from when to when, and how far it travels.
package struct FingerTouch: Hashable, Sendable {
  /// Seconds from the start of the curve.
  package let start: Double
  /// When it lets go; infinite where it never does.
  package fileprivate(set) var end = Double.infinity
  /// Where it taps, in points of the screen; nil: it drags or pans.
  package private(set) var place: ScreenPoint?
  package private(set) var isTap = false
  package private(set) var isPan = false
  fileprivate var moves: [Move] = []

  fileprivate struct Move: Hashable, Sendable {
    var start: Double
    var by: Double
    var duration: Double
    var easing: Easing
  }

  /// Points upwards since its start, as far as the content should follow; sideways: to the left.
  package func travel(at time: Double) -> Double {
    moves.prefix { $0.start < time }.reduce(0) { way, move in
      let part = (time - move.start) / move.duration
      return way + (part < 1 ? move.by * move.easing.value(at: part) : move.by)
    }
  }

  /// How far up and down it goes, by the ends of its parts.
  package var reach: ClosedRange<Double> {
    var way = 0.0
    return moves.reduce(0.0...0.0) { reach, move in
      way += move.by
      return min(reach.lowerBound, way)...max(reach.upperBound, way)
    }
  }
}

struct TouchRecord {
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
    if finger == fingers.count { fingers.append(FingerTouch(start: start, isPan: isPan)) }
    if isPan { panning = finger } else { dragging = finger }
    fingers[finger].moves.append(
      FingerTouch.Move(start: start, by: way, duration: duration.seconds, easing: easing))
  }

  mutating func lift(at time: ExactTime, isPan: Bool = false) {
    if let finger = isPan ? panning : dragging { fingers[finger].end = time.seconds }
    if isPan { panning = nil } else { dragging = nil }
  }

  mutating func tap(from start: ExactTime, to end: ExactTime, at place: ScreenPoint?) {
    fingers.append(FingerTouch(start: start.seconds, end: end.seconds, place: place, isTap: true))
  }
}
