import PortableMath
package import Scrolling
import StrictJSON

/// Handles events of all kinds, settling and inputs.
extension HeaderInterpreter: ScrollDelegate {
  package var isInteractive: Bool { document.isInteractive }

  package var settlesAtRest: Bool { program.declared.scroll.settle.contains(where: \.isAtRest) }

  package mutating func receive(_ event: ScrollEvent) throws(EvaluationError) {
    if !event.launch.isEmpty { try launch(event.launch) }
    // Scrolls are by far the most frequent events.
    if case .scroll = event.kind {
      return try receive(offset: event.offset, time: event.time, isDragging: event.isDragging)
    }
    if case .delay = event.kind {
      try runDelayed(event)
      return try moveEdges()
    }
    let interaction = program.declared.interaction
    if case .tap = event.kind { cells.pressed = nil }
    var velocity: Double? = 0
    var rules: [[Rule]] = []
    var row: (index: Int, list: ListDefinition)?
    switch event.kind {
    case .scroll, .delay, .tap(nil): break
    case .input(let changes):
      for change in changes { set(input: change.input, to: change.value) }
      velocity = nil
      rules = interaction.rules(.onInput)
    case .touch(let touched): cells.pressed = touched
    case .dragStart: rules = interaction.rules(.onDragStart)
    case .dragEnd(let speed): (velocity, rules) = (speed, interaction.rules(.onDragEnd))
    case .rest: rules = interaction.rules(.onRest)
    case .tap(let tapped?):
      rules = interaction.onTap[tapped.layer] ?? []
      if let index = tapped.row { row = list(around: tapped.layer).map { (index, $0) } }
    }
    let outer = Int(cells[.index])
    if let row { cells.enterRow(row.index, of: row.list) }
    try process(
      offset: event.offset, time: event.time, isDragging: event.isDragging, velocity: velocity,
      rules: rules)
    if let row { cells.enterRow(outer, of: row.list) }
    try moveEdges()
  }

  package var lastRule: String? { ranLast.map { program.cells[$0].json.keyPath } }

  /// Returns the innermost list that contains a layer, or `nil` if it is outside of list rows.
  func list(around layer: Int) -> ListDefinition? {
    guard let list = program.layers[layer].definition.lists.last,
      case .list(let definition) = program.layers[list].definition.content
    else { return nil }
    return definition
  }

  package mutating func settle(_ request: SettleRequest) throws(EvaluationError) -> Settlement? {
    let scroll = program.declared.scroll
    guard !scroll.settle.isEmpty || !snapOffsets.isEmpty else { return nil }
    prepare(request)
    for rule in scroll.settle where rule.isAtRest == request.isAtRest {
      guard try cells.condition(rule.when, true) else { continue }
      var settlement = try settlement(of: rule)
      for step in rule.next { settlement.next.append(try self.settlement(of: step)) }
      return settlement
    }
    guard !request.isAtRest, !request.isBeyondEdge, let offset = snapped(request) else {
      return nil
    }
    return Settlement(offset: offset, duration: nil, easing: .linear, rule: "scroll.snapToOffsets")
  }

  private mutating func settlement(of rule: SettleRule) throws(EvaluationError) -> Settlement {
    let offset = try cells.value(of: rule.to)
    var duration: Double?
    if let cell = rule.duration {
      let seconds = try cells.value(of: cell)
      guard seconds > 0, Transition.durations.contains(seconds) else {
        throw cells.failure(
          cell, "\(seconds.text) is not a valid duration; give more than 0, at most 3600 seconds"
        )
      }
      duration = seconds
    }
    return Settlement(
      offset: offset, duration: duration, delay: try seconds(rule.delay), easing: rule.easing,
      rule: rule.keyPath)
  }

  /// Returns the snap offset for a release, or `nil` to decelerate freely. Follows React Native on
  /// iOS (`RCTScrollView`, `scrollViewWillEndDragging`).
  private func snapped(_ request: SettleRequest) -> Double? {
    guard let first = snapOffsets.first, let last = snapOffsets.last else { return nil }
    let scroll = program.declared.scroll
    let target = request.target
    let offset = cells[.offset]
    let end = edges.upperBound
    if target >= last, !scroll.snapsToEnd { return offset >= last ? nil : last }
    if target <= first, !scroll.snapsToStart { return offset <= first ? nil : first }
    func clamped(_ neighbor: Double) -> Double { min(max(neighbor, 0), max(0, end)) }
    let smaller = clamped(snapOffsets.last { $0 <= target } ?? 0)
    let larger = clamped(snapOffsets.first { $0 >= target } ?? end)
    if request.velocity > 0 { return larger }
    if request.velocity < 0 { return smaller }
    return target - smaller < larger - target ? smaller : larger
  }

  package var inputs: [InputDescription]? { inputNumbers }

  package mutating func launch(_ inputs: [InputChange]) throws(EvaluationError) {
    for input in inputs { set(input: input.input, to: input.value) }
    if !inputs.isEmpty { try moveEdges() }
  }

  package func value(ofInput index: Int) -> Double {
    memory.targets[program.declared.memory.count + index]
  }

  package func shownValue(ofInput index: Int, at time: Double) -> Double {
    memory.shown(program.declared.memory.count + index, at: time)
  }
}

extension InputDescription {
  /// Evaluates the range, step and points of an input.
  /// - Throws: `EvaluationError` if the range is reversed or does not contain the launch value, or
  ///   if the step or points are not positive.
  init(
    _ input: DeclaredInput, launch: Double, _ cells: inout CellEvaluator
  ) throws(EvaluationError) {
    guard let bounds = input.range else {
      self.init(name: input.slot.name)
      return
    }
    let lower = try cells.value(of: bounds.lower)
    let upper = try cells.value(of: bounds.upper)
    guard lower <= upper else {
      throw cells.failure(bounds.lower, "\(lower.text) is above \(upper.text)")
    }
    guard launch >= lower, launch <= upper else {
      throw cells.failure(
        input.slot.launch,
        "\(launch.text) is out of range; the input goes from \(lower.text) to \(upper.text)")
    }
    func positive(_ cell: CellID?) throws(EvaluationError) -> Double? {
      guard let cell else { return nil }
      let number = try cells.value(of: cell)
      guard number > 0 else {
        throw cells.failure(cell, "\(number.text) is out of range; give more than 0")
      }
      return number
    }
    let points = try positive(input.points) ?? 1
    self.init(
      name: input.slot.name, range: lower...upper, step: try positive(input.step), points: points)
  }
}
