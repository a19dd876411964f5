import Scrolling

/// Ranges of numbers that more than a row of a render option speaks of.
package enum RequestRanges {
  /// Scroll events, or samples of a curve, per second.
  package static let eventsPerSecond = 0.1...1000.0
  /// Extra seconds for the first or the last frame.
  package static let hold = 0.0...600.0
  /// Points from rest.
  package static let offset = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
  /// Pixels per point.
  package static let scale = 0.25...4.0
  /// Pixels a side that a picture may be asked to have.
  package static let side = 1...16_384
  /// Frames, items or pictures that are worked on at a time.
  package static let jobs = 1...1024

  /// `0.1 to 240`, `1 to 1024`: numbers without needless decimals.
  package static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// `1 to 1024`.
  package static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// `0.1`, `240`: without `.0`.
  package static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
