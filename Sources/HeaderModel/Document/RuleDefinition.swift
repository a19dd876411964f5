import PortableMath

/// An entry of `memory`, or the value of an input.
struct DeclaredMemory: Sendable {
  var name: String
  var launch: CellID
  var isBoolean = false
  var transition: Transition?
}

/// An animation of a memory value to its target.
struct Transition: Hashable, Sendable {
  /// The allowed durations, in seconds.
  static let durations = 0.0...3600

  var duration: CellID
  /// The time before the animation starts, in seconds. `nil` means 0.
  var delay: CellID?
  var easing: Easing
}

/// A rule: a condition (`nil` always holds) and the assignments it makes.
struct Rule: Sendable {
  var when: CellID?
  /// The index of a memory entry (inputs follow the memory) and the value it gets.
  var assignments: [(memory: Int, value: CellID)]
  /// The offset that the content moves to, in points from rest. `nil` leaves it.
  var offset: CellID?
  var transition: Transition?
  /// The time in seconds from the event to the assignments. `nil` assigns at the event.
  var delay: CellID?
  /// The position among all rules of the document.
  var id = 0

  /// The expression whose key path identifies the rule in messages.
  var cell: CellID? { when ?? assignments.first?.value ?? offset }
}

/// A name with the condition for it to apply (`nil` always holds). Used by phases and traces.
struct NamedCondition: Sendable {
  var name: String
  var when: CellID?
}
