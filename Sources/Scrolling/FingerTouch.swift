import PortableMath

/// A finger on the glass in a played curve: from when to when, and how far it travels.
package struct FingerTouch: Hashable, Sendable {
  /// Seconds from the start of the curve.
  package let start: Double
  /// When it lets go; infinite where it never does.
  package private(set) var end = Double.infinity
  private var moves: [Move] = []

  /// A part of the way with one easing.
  private struct Move: Hashable, Sendable {
    var start: Double
    var by: Double
    var duration: Double
    var easing: Easing
  }

  init(start: Double) { self.start = start }

  mutating func move(by way: Double, duration: Double, easing: Easing, at time: Double) {
    moves.append(Move(start: time, by: way, duration: duration, easing: easing))
  }

  mutating func lift(at time: Double) { end = time }

  /// Points that the finger has gone up by since its start, as far as the content should follow it.
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
