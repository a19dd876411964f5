import PortableMath

/// The values of a header's memory, followed by its inputs, with the transitions in progress.
struct HeaderMemory: Sendable {
  /// The value of each entry, or the target of its transition.
  private(set) var targets: [Double] = []
  /// The last transition of each entry, `nil` if it has none. It may have ended.
  private var transitions: [RunningTransition?] = []

  /// The animation of a number to a new value.
  struct RunningTransition: Sendable {
    var from: Double
    var to: Double
    /// The start time in seconds.
    var start: Double
    /// The duration in seconds, above 0.
    var duration: Double
    var easing: Easing

    var end: Double { start + duration }

    /// Returns the animated value. `nil` if the transition has ended.
    func value(at time: Double) -> Double? {
      guard time < end else { return nil }
      let progress = (time - start) / duration
      return from + (to - from) * easing.value(at: min(max(0, progress), 1))
    }
  }

  mutating func append(_ value: Double) {
    targets.append(value)
    transitions.append(nil)
  }

  /// Sets an entry.
  /// - Parameter travel: The transition to the value. `nil` sets it immediately.
  mutating func set(_ index: Int, to value: Double, _ transition: RunningTransition? = nil) {
    targets[index] = value
    transitions[index] = transition
  }

  /// Whether any entry has a transition, including transitions that have ended.
  var hasTransitions: Bool { transitions.contains { $0 != nil } }

  func hasRunningTransition(at time: Double) -> Bool {
    transitions.contains { $0?.value(at: time) != nil }
  }

  /// The end of the latest transition in seconds. `nil` if no transition has started.
  var settlingTime: Double? { transitions.compactMap { $0?.end }.max() }

  /// Returns the animated value of an entry at a time in seconds. Returns the target if `time` is
  /// `nil`.
  func shown(_ index: Int, at time: Double?) -> Double {
    time.flatMap { transitions[index]?.value(at: $0) } ?? targets[index]
  }

  func shown(at time: Double?) -> [Double] { targets.indices.map { shown($0, at: time) } }
}
