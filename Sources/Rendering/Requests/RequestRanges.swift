import Scrolling

/// The ranges of numbers in requests, for options, manifests and the library.
package enum RequestRanges {
  /// The rate of scroll events, or of a curve's samples, per second.
  package static let eventsPerSecond = 0.1...1000.0
  /// The additional duration of the first or the last frame, in seconds.
  package static let hold = 0.0...600.0
  /// The scroll offset in points from rest.
  package static let offset = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
  /// The scale factor in output pixels per point.
  package static let scale = 0.25...4.0
  /// The width or height of an output in pixels.
  package static let side = 1...16_384
  /// The number of concurrent frames, items or images.
  package static let jobs = 1...1024
  /// The corner radius of the output, in points.
  package static let cornerRadius = 0.0...1000.0
  /// The playback speed: seconds of the curve per second of the animation.
  package static let speed = 0.01...100.0
  package static let quality = 1...100
  package static let effort = 1...9
  /// The number of colors per palette of a GIF.
  package static let colors = 2...256
  /// The strength of dithering in percent.
  package static let dither = 0...100
  /// The number of plays of an animation. 0 is forever.
  package static let plays = 0...65_535
  package static let pngLevel = 0...9
  /// The value of a limit option. The product of two limits does not overflow.
  package static let limit = 1...(1 << 40)

  /// Formats a range, such as `0.1 to 240`. Integers have no decimals.
  package static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// Formats a range, such as `1 to 1024`.
  package static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Formats a number, such as `0.1` or `240`. Integers have no decimals.
  package static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
