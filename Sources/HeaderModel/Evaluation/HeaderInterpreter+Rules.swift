import PortableMath
import Scrolling

/// Runs rules: their delays, assignments and transitions.
extension HeaderInterpreter {
  /// Runs a rule, or lets it wait for its delay. A rule that waits already starts to wait anew.
  /// Events without times have no delays.
  mutating func start(_ rule: Rule, time: Double?) throws(EvaluationError) {
    let delay = try seconds(rule.delay)
    guard let time, delay > 0 else { return try run(rule, time: time) }
    waiting.removeAll { $0.rule.id == rule.id && $0.index == cells[.index] }
    waiting.append((time + delay, cells[.index], rule))
  }

  /// The time in seconds at which the next delayed rule runs. `nil` if none waits.
  package var nextDelay: Double? { waiting.map(\.time).min() }

  /// Runs the delayed rules whose time has come, in order of time.
  mutating func runDelayed(_ event: ScrollEvent) throws(EvaluationError) {
    let due = waiting.filter { $0.time <= event.time }.sorted { $0.time < $1.time }
    waiting.removeAll { $0.time <= event.time }
    for (_, index, delayed) in due {
      var rule = delayed
      rule.when = nil
      rule.delay = nil
      let outer = cells[.index]
      cells[.index] = index
      try process(
        offset: event.offset, time: event.time, isDragging: event.isDragging, velocity: nil,
        rules: [[rule]])
      cells[.index] = outer
    }
  }

  private mutating func run(_ rule: Rule, time: Double?) throws(EvaluationError) {
    ranLast = rule.cell
    let values = try rule.assignments.map { assignment throws(EvaluationError) in
      try cells.value(of: assignment.value)
    }
    let offset = try rule.offset.map { cell throws(EvaluationError) in try cells.value(of: cell) }
    for (assignment, value) in zip(rule.assignments, values) {
      try assign(value, to: assignment.memory, rule.transition, time: time)
    }
    if let offset, time != nil, last != nil {
      let transition = rule.transition
      let duration = try seconds(transition?.duration)
      wantedMotion = Settlement(
        offset: offset, duration: duration > 0 ? duration : nil,
        delay: try seconds(transition?.delay), easing: transition?.easing ?? .linear,
        rule: lastRule ?? "")
    }
    showMemory(at: time)
  }

  /// Assigns a memory value or an input. The first event and events without times set values
  /// immediately, without a transition.
  private mutating func assign(
    _ value: Double, to index: Int, _ own: Transition?, time: Double?
  ) throws(EvaluationError) {
    let input = index - program.declared.memory.count
    let isInput = input >= 0
    if isInput { assignedInputs.append(input) }
    let value = (isInput ? inputNumbers[input].clamped(value) : value) + 0
    guard value != memory.targets[index] else { return }
    let shown = memory.shown(index, at: time)
    let declared =
      isInput
      ? program.declared.interaction.inputs[input].slot : program.declared.memory[index]
    memory.set(index, to: value)
    guard let time, last != nil, !declared.isBoolean, let transition = own ?? declared.transition
    else { return }
    let duration = try seconds(transition.duration)
    let delay = try seconds(transition.delay)
    guard duration > 0 || delay > 0 else { return }
    memory.set(
      index, to: value,
      HeaderMemory.RunningTransition(
        from: shown, to: value, start: time + delay, duration: duration,
        easing: transition.easing))
  }

  /// Evaluates a duration or a delay in seconds. Returns 0 for `nil`.
  mutating func seconds(_ cell: CellID?) throws(EvaluationError) -> Double {
    guard let cell else { return 0 }
    let seconds = try cells.value(of: cell)
    guard Transition.durations.contains(seconds) else {
      throw cells.failure(cell, "\(seconds.text) is not a valid duration; give 0 to 3600 seconds")
    }
    return seconds
  }
}
