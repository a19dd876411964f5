package import PortableMath

/// The receiver of scroll events in a simulation of finger, scroll view and header.
package protocol ScrollDelegate {
  associatedtype Failure: Error

  /// The inputs in document order. `nil` if the header has no document and accepts any input.
  var inputs: [InputDescription]? { get }
  /// The current range of offsets at rest, in points.
  var edges: ClosedRange<Double> { get }
  /// Whether the header receives an event when a tapping finger touches the screen.
  var knowsTouches: Bool { get }
  /// Whether the header has rules that can settle slow or ended motion.
  var settlesAtRest: Bool { get }

  /// Sets the initial input values, before the first event.
  mutating func launch(_ inputs: [InputChange]) throws(Failure)
  mutating func receive(_ event: ScrollEvent) throws(Failure)
  /// Returns the current value of an input. Conditions are 0 or 1.
  func value(ofInput index: Int) -> Double
  /// Returns the value of an input that layers show at `time`, in seconds. During a transition it
  /// differs from `value(ofInput:)`.
  func shownValue(ofInput index: Int, at time: Double) -> Double
  /// Returns the time in seconds at which the edges stop moving: the end of the last of the
  /// transitions that move them at `time`. `nil` if there is none.
  func edgeTransitionEnd(after time: Double) -> Double?
  /// The time in seconds at which the next delayed rule runs. `nil` if none waits.
  var nextDelay: Double? { get }
  /// Updates the edges to `time`, in seconds, during a transition that moves them.
  mutating func moveEdges(at time: Double) throws(Failure)
  /// The inputs that were assigned by rules during the last event.
  var assignedInputs: [Int] { get }
  /// The motion of the content that rules requested during the last event, or `nil` if they did
  /// not. Here a `Settlement.duration` of `nil` is a jump.
  var wantedMotion: Settlement? { get }
  /// The key path of the last executed rule, for messages. `nil` if there is none.
  var lastRule: String? { get }
  /// Returns the settlement of a release or of slow motion, or `nil` if the content moves freely.
  mutating func settle(_ request: SettleRequest) throws(Failure) -> Settlement?
  /// Finds the layer that a tap hits. Sends no event.
  mutating func tap(_ target: TapTarget, at time: Double) throws(Failure) -> TapResult
}

/// The properties of an input that a simulation needs.
package struct InputDescription: Hashable, Sendable {
  package let name: String
  /// The allowed values, or `nil` for a condition.
  package let range: ClosedRange<Double>?
  /// The snap interval: a released pan settles at a multiple of it. `nil` if there is no snap
  /// interval.
  package let step: Double?
  /// The finger movement in points per unit of the input. Above 0.
  package let points: Double

  package init(
    name: String, range: ClosedRange<Double>? = nil, step: Double? = nil, points: Double = 1
  ) {
    self.name = name
    self.range = range
    self.step = step
    self.points = points
  }

  /// Returns a value clamped to the range of the input.
  package func clamped(_ value: Double) -> Double {
    range.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
  }
}

/// A released or slow motion for which the header can specify a settling offset.
package struct SettleRequest: Hashable, Sendable {
  /// Whether the motion is slow or has ended. `false` at a release.
  package var isAtRest: Bool
  /// The time in seconds from the start of the curve.
  package var time: Double
  /// The velocity in points per second.
  package var velocity: Double
  /// The offset at which the content would come to rest without a rule, in points.
  package var target: Double
  /// Whether the content is in overscroll at a release. `false` if `isAtRest`.
  package var isBeyondEdge: Bool
}

/// A motion of the content to an offset that the header specifies.
package struct Settlement: Hashable, Sendable {
  /// The target offset in points from rest.
  package var offset: Double
  /// The duration in seconds, above 0. `nil` settles with a spring.
  package var duration: Double?
  /// The time in seconds for which the content stays at its offset before it settles.
  package var delay: Double
  package var easing: Easing
  /// The key path of the rule, for messages.
  package var rule: String
  /// The settlements that follow, one after the other.
  package var next: [Settlement] = []

  package init(
    offset: Double, duration: Double?, delay: Double = 0, easing: Easing, rule: String
  ) {
    self.offset = offset
    self.duration = duration
    self.delay = delay
    self.easing = easing
    self.rule = rule
  }
}

/// The result of looking for the layer that a tap hits.
package enum TapResult: Hashable, Sendable {
  /// The tap is valid. The layer is `nil` if no layer was hit. The point is `nil` if it is unknown.
  /// The remark is a message that the tap runs no rules, or `nil` if it does.
  case found(TappedLayer?, at: ScreenPoint?, remark: String?)
  /// The tap is invalid, with the reason.
  case refused(String)
}

/// An error while a curve is played under a header.
package enum SimulationError<HeaderFailure: Error>: Error {
  /// The header cannot be evaluated.
  case header(HeaderFailure)
  /// The curve refers to something that the header does not have.
  case curve(keyPath: String, message: String)
}

/// Content without a header: fixed edges and no rules.
struct StillContent: ScrollDelegate {
  let edges: ClosedRange<Double>

  var inputs: [InputDescription]? { nil }
  var settlesAtRest: Bool { false }
  var knowsTouches: Bool { false }
  var assignedInputs: [Int] { [] }
  var lastRule: String? { nil }
  mutating func launch(_ inputs: [InputChange]) throws(Never) {}
  mutating func receive(_ event: ScrollEvent) throws(Never) {}
  func value(ofInput index: Int) -> Double { 0 }
  func shownValue(ofInput index: Int, at time: Double) -> Double { 0 }
  func edgeTransitionEnd(after time: Double) -> Double? { nil }
  var nextDelay: Double? { nil }
  var wantedMotion: Settlement? { nil }
  mutating func moveEdges(at time: Double) throws(Never) {}
  mutating func settle(_ request: SettleRequest) throws(Never) -> Settlement? { nil }
  mutating func tap(_ target: TapTarget, at time: Double) throws(Never) -> TapResult {
    guard case .point(let x, let y) = target else { return .found(nil, at: nil, remark: nil) }
    return .found(nil, at: ScreenPoint(x: x, y: y), remark: nil)
  }
}
