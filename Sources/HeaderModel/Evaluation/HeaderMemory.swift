import PortableMath

/// What a header remembers, and behind it its inputs: what each is, and the way there of those numbers
/// that travel.
struct HeaderMemory: Sendable {
  /// What each is, or travels to.
  private(set) var targets: [Double] = []
  /// Transitions that may be under way, by the same places.
  private var travels: [Travel?] = []

  /// A number on its way.
  struct Travel: Sendable {
    var from: Double
    var to: Double
    /// Seconds.
    var start: Double
    /// Seconds, above 0.
    var duration: Double
    var easing: Easing

    var end: Double { start + duration }

    /// nil: it has arrived.
    func value(at time: Double) -> Double? {
      guard time < end else { return nil }
      let progress = (time - start) / duration
      return from + (to - from) * easing.value(at: min(max(0, progress), 1))
    }
  }

  mutating func append(_ value: Double) {
    targets.append(value)
    travels.append(nil)
  }

  /// - Parameter travel: nil: it is there at once.
  mutating func set(_ index: Int, to value: Double, _ travel: Travel? = nil) {
    targets[index] = value
    travels[index] = travel
  }

  /// Whether transitions have begun, though they may have ended.
  var hasTravels: Bool { travels.contains { $0 != nil } }

  func isTravelling(at time: Double) -> Bool { travels.contains { $0?.value(at: time) != nil } }

  /// When the last transition that has begun ends; nil where none was begun.
  var settlingTime: Double? { travels.compactMap { $0?.end }.max() }

  /// What is shown of one at a time; without times all is there at once.
  func shown(_ index: Int, at time: Double?) -> Double {
    time.flatMap { travels[index]?.value(at: $0) } ?? targets[index]
  }

  func shown(at time: Double?) -> [Double] { targets.indices.map { shown($0, at: time) } }
}
