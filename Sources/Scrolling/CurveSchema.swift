import EmbeddedFiles
import PortableMath

/// Limits of curve documents. Documents that exceed them are rejected before rendering.
public struct CurveLimits: Hashable, Sendable {
  /// The maximum number of samples or keyframes in a curve.
  public var entries = 1_000_000
  /// The maximum number of gestures in a curve. Each can cost as much time as the computation of
  /// one bounce.
  public var gestures = 10_000

  /// The limits of the command line.
  public init() {}

  /// The maximum time in seconds: one day.
  public static let longestTime = 86_400.0
  /// The maximum magnitude of a log's timestamps in seconds, before they are shifted to start at 0.
  public static let latestLogTime = 1e12
  /// The maximum magnitude of an offset in points.
  public static let farthestOffset = 1_000_000.0
  /// The maximum magnitude of a velocity in points per second.
  public static let fastestVelocity = 1_000_000.0
  /// The range of an input's value.
  static let inputs = -1_000_000.0...1_000_000
  /// The range of frame rates in frames per second.
  public static let frameRates = 0.1...240.0
  /// The minimum duration of a drag in seconds.
  static let shortestDrag = 0.001
  /// The range of `physics.decelerationRate`, the factor of the velocity per millisecond.
  static let decelerationRates = 0.1...0.9999
  /// The range of `physics.rubberBand`.
  static let rubberBands = 0.001...1.0
  /// The range of `physics.bounceStiffness` in 1/s², for content of mass 1.
  static let bounceStiffnesses = 1...10_000.0
  /// The range of `physics.bounceDampingRatio`.
  static let bounceDampingRatios = 0.05...10.0
}

/// The JSON Schema (draft 2020-12) of curve documents: a template filled with limits and defaults.
/// Rules that a schema cannot express, such as increasing times and unique keys, are checked by the
/// parser alone.
package enum CurveSchema {
  package static var text: String {
    let limits = CurveLimits()
    let physics = ScrollPhysics()
    let velocities = -CurveLimits.fastestVelocity...CurveLimits.fastestVelocity
    let offsets = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
    return EmbeddedFile.curveSchema.filled([
      "frameRates": range(CurveLimits.frameRates),
      "framesPerSecond": "\(ScrollCurve.standardFramesPerSecond.numerator)",
      "entries": "\(limits.entries)", "gestures": "\(limits.gestures)",
      "velocities": range(velocities), "tapDuration": Gesture.tapDuration.shortText,
      "decelerationRates": range(CurveLimits.decelerationRates),
      "rubberBands": range(CurveLimits.rubberBands), "rubberBand": physics.rubberBand.shortText,
      "bounceStiffnesses": range(CurveLimits.bounceStiffnesses),
      "bounceStiffness": physics.bounceStiffness.shortText,
      "bounceDampingRatios": range(CurveLimits.bounceDampingRatios),
      "bounceDampingRatio": physics.bounceDampingRatio.shortText,
      "times": range(0...CurveLimits.longestTime), "offsets": range(offsets),
      "inputs": range(CurveLimits.inputs),
    ])
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\"minimum\": \(range.lowerBound.shortText), \"maximum\": \(range.upperBound.shortText)"
  }
}
