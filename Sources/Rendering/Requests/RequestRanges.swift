import Scrolling

/// The ranges of numbers in requests, for options, manifests and the library.
package enum RequestRanges {
  /// Scroll events, or samples of a curve, per second.
  package static let eventsPerSecond = 0.1...1000.0
  /// Extra seconds for the first or the last frame.
  package static let hold = 0.0...600.0
  /// Points from rest.
  package static let offset = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
  /// Pixels per point.
  package static let scale = 0.25...4.0
  /// Pixels per side of an output.
  package static let side = 1...16_384
  /// Concurrent frames, items or images.
  package static let jobs = 1...1024
  /// The radius of the visible part's corners, in points.
  package static let cornerRadius = 0.0...1000.0
  /// Seconds of the curve per second of the animation.
  package static let speed = 0.01...100.0
  package static let quality = 1...100
  package static let effort = 1...9
  /// Colors per palette of a GIF.
  package static let colors = 2...256
  /// The strength of dithering in percent.
  package static let dither = 0...100
  /// The number of plays of an animation. 0 is forever.
  package static let plays = 0...65_535
  package static let pngLevel = 0...9
  /// A limit. Far below the overflow of a product of two.
  package static let limit = 1...(1 << 40)

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
