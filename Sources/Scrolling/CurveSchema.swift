import EmbeddedFiles
import PortableMath

/// What a curve document may hold. Numbers beyond these are refused before anything is rendered.
public struct CurveLimits: Hashable, Sendable {
  /// Samples or keyframes in one curve.
  public var entries = 1_000_000
  /// Gestures in one curve; each may take as long as a bounce is worked out.
  public var gestures = 10_000

  /// The limits of the command line.
  public init() {}

  /// A day, in seconds.
  public static let longestTime = 86_400.0
  /// Seconds either way of a log's clock, before its first time is taken for 0.
  public static let latestLogTime = 1e12
  /// Points either way.
  public static let farthestOffset = 1_000_000.0
  /// Points a second either way.
  public static let fastestVelocity = 1_000_000.0
  /// Units of an input either way.
  static let inputs = -1_000_000.0...1_000_000
  /// Frames a second.
  public static let frameRates = 0.1...240.0
  /// Seconds: a drag cannot be shorter.
  static let shortestDrag = 0.001
  /// Of `physics`: the factor of the speed a millisecond.
  static let decelerationRates = 0.1...0.9999
  /// Of `physics`: the part of the finger's way that shows right past an edge.
  static let rubberBands = 0.001...1.0
  /// Of `physics`: 1/s² for content of mass 1.
  static let bounceStiffnesses = 1...10_000.0
  /// Of `physics`.
  static let bounceDampingRatios = 0.05...10.0
}

/// The JSON Schema (draft 2020-12) of curve documents: a file with places for limits and defaults.
/// Strictness that no schema can say (times that increase, no key twice) is the parser's.
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
      "velocities": range(velocities), "tapDuration": number(Gesture.tapDuration),
      "decelerationRates": range(CurveLimits.decelerationRates),
      "rubberBands": range(CurveLimits.rubberBands), "rubberBand": number(physics.rubberBand),
      "bounceStiffnesses": range(CurveLimits.bounceStiffnesses),
      "bounceStiffness": number(physics.bounceStiffness),
      "bounceDampingRatios": range(CurveLimits.bounceDampingRatios),
      "bounceDampingRatio": number(physics.bounceDampingRatio),
      "times": range(0...CurveLimits.longestTime), "offsets": range(offsets),
      "inputs": range(CurveLimits.inputs),
    ])
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\"minimum\": \(number(range.lowerBound)), \"maximum\": \(number(range.upperBound))"
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
