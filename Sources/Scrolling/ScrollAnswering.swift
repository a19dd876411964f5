package import PortableMath

/// What a simulation of finger and scroll view asks of the header.
package protocol ScrollAnswering {
  associatedtype Failure: Error

  /// Its inputs, in the order of the document; nil: whatever a curve names is there.
  var inputs: [InputDescription]? { get }
  /// The smallest and the largest offset at rest now, in points.
  var edges: ClosedRange<Double> { get }
  /// Whether rules may settle a motion that has become slow or has ended.
  var settlesAtRest: Bool { get }

  /// Values before the first event.
  mutating func launch(_ inputs: [InputChange]) throws(Failure)
  mutating func receive(_ event: ScrollEvent) throws(Failure)
  /// The value of an input now; a condition is 0 or 1.
  func value(ofInput index: Int) -> Double
  /// The inputs that the rules of the last event assigned.
  var assignedInputs: [Int] { get }
  /// The key path of the last rule that ran, for messages.
  var lastRule: String? { get }
  /// Where a release or a motion that has become slow settles; nil: it goes on freely.
  mutating func settle(_ question: SettleQuestion) throws(Failure) -> Settlement?
  mutating func tap(_ place: TapPlace, at time: Double) throws(Failure) -> TapAnswer
}

/// An input as a curve needs it.
package struct InputDescription: Hashable, Sendable {
  package let name: String
  /// nil: a condition.
  package let range: ClosedRange<Double>?
  /// A pan settles at a multiple of it; nil: where it is.
  package let step: Double?
  /// That a finger moves for one unit, above 0.
  package let points: Double

  package init(
    name: String, range: ClosedRange<Double>? = nil, step: Double? = nil, points: Double = 1
  ) {
    (self.name, self.range, self.step, self.points) = (name, range, step, points)
  }

  package func limited(_ value: Double) -> Double {
    range.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
  }
}

/// A motion for which a header may have a place.
package struct SettleQuestion: Hashable, Sendable {
  /// Whether the motion has become slow or has ended; else the content is let go.
  package var isAtRest: Bool
  /// Seconds from the start of the curve.
  package var time: Double
  /// Points a second.
  package var velocity: Double
  /// Where the content would come to rest by itself, in points.
  package var target: Double
  package var isBeyondEdge: Bool
}

package struct Settlement: Hashable, Sendable {
  /// Points from rest.
  package var offset: Double
  /// Seconds, above 0; nil: a spring.
  package var duration: Double?
  package var easing: Easing
  /// The key path of the rule, for messages.
  package var rule: String

  package init(offset: Double, duration: Double?, easing: Easing, rule: String) {
    (self.offset, self.duration, self.easing, self.rule) = (offset, duration, easing, rule)
  }
}

package enum TapAnswer: Hashable, Sendable {
  /// Each nil: no layer; nobody knows where; nothing to say, as rules run.
  case found(TappedLayer?, at: ScreenPoint?, remark: String?)
  case refused(String)
}

/// Why a curve could not be played under a header.
package enum SimulationError<Answer: Error>: Error {
  case answer(Answer)
  /// The curve asks for what is not there.
  case curve(keyPath: String, message: String)
}

/// Content without a header: edges that stay, and no rules.
struct StillContent: ScrollAnswering {
  let edges: ClosedRange<Double>

  var inputs: [InputDescription]? { nil }
  var settlesAtRest: Bool { false }
  var assignedInputs: [Int] { [] }
  var lastRule: String? { nil }
  mutating func launch(_ inputs: [InputChange]) throws(Never) {}
  mutating func receive(_ event: ScrollEvent) throws(Never) {}
  func value(ofInput index: Int) -> Double { 0 }
  mutating func settle(_ question: SettleQuestion) throws(Never) -> Settlement? { nil }
  mutating func tap(_ place: TapPlace, at time: Double) throws(Never) -> TapAnswer {
    guard case .point(let x, let y) = place else { return .found(nil, at: nil, remark: nil) }
    return .found(nil, at: ScreenPoint(x: x, y: y), remark: nil)
  }
}
