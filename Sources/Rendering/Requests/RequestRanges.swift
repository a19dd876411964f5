import FileAccess
import Scrolling

/// The ranges of a request's numbers. The command line, the manifest reader, the JSON Schema of
/// manifests and all messages take them from here.
package enum RequestRanges {
  /// Frames per second of an animation.
  package static var framesPerSecond: ClosedRange<Double> { CurveLimits.frameRates }
  /// Scroll events, or samples of a curve, per second.
  package static let eventsPerSecond = 0.1...1000.0
  /// Seconds of the curve per second of the animation.
  package static let speed = 0.01...100.0
  /// Extra seconds for the first or the last frame.
  package static let hold = 0.0...600.0
  /// Points from rest.
  package static let offset = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
  /// Pixels per point.
  package static let scale = 0.25...4.0
  /// Pixels a side that a picture may be asked to have.
  package static let side = 1...16_384
  /// Points.
  package static let cornerRadius = 0.0...1000.0
  /// Index of a frame, counted from 0.
  package static let frameIndex = 0...1_000_000
  /// Frames, items or pictures that are worked on at a time.
  package static let jobs = 1...1024

  /// GIF quality, 100 is best.
  package static let quality = 1...100
  /// GIF effort, 9 gives the smallest files.
  package static let effort = 1...9
  /// Colours per GIF palette.
  package static let colors = 2...256
  /// GIF dithering strength in per cent.
  package static let dither = 0...100
  /// Plays of an animation; 0 is forever.
  package static let loop = 0...65535
  /// zlib's compression level of a PNG.
  package static let pngLevel = 0...9

  /// The limits that a user may set: more than any machine has, and far from what a product of two
  /// would overflow.
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
