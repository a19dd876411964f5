import StrictJSON

/// Checks for parts of a document that have no effect.
extension HeaderInterpreter {
  /// Returns a line with key path and reason for each unused constant, unused input and ineffective
  /// alignment.
  package func unusedDeclarations() -> [String] {
    var used: Set<CellID> = []
    for case .cell(let cell) in program.code { used.insert(cell) }
    var lines = program.declared.constants.filter { !used.contains($0.cell) }
      .map { "constants.\($0.facts.name): is never used" }
    let read = program.slots(readBy: Array(program.cells.indices))
    for (index, input) in program.declared.interaction.inputs.enumerated()
    where program.declared.interaction.rules(.onInput).isEmpty
      && !read.contains(program.declared.memory.count + index)
    {
      lines.append("inputs.\(input.slot.name): has no effect")
    }
    for layer in program.layers.map(\.definition) {
      guard case .text(let text) = layer.content else { continue }
      let isAligned = layer.settled(.alignment) ?? 0 != 0
      if isAligned, layer.width == text.typesetWidth, layer.isOneLine(text) {
        lines.append(
          "\(layer.json.keyPath).alignment: has no effect; the text is only as wide as its content; give "
            + "it a \"width\"")
      }
    }
    return lines
  }

  /// The indices of layers outside of list rows whose `visible` condition can change and holds now.
  package mutating func shownLayers() -> Set<Int> {
    Set(conditionalLayers.filter { (try? cells.value(of: $0.visible)) != 0 }.map(\.index))
  }

  /// Returns a line for each layer with a changing `visible` condition that was never visible.
  /// - Parameter shown: The union of all results of `shownLayers()`.
  package func hiddenLayers(_ shown: Set<Int>) -> [String] {
    let userSlots = slotsSetByUser
    return conditionalLayers.filter {
      !shown.contains($0.index) && program.slots(readBy: [$0.visible]).isDisjoint(with: userSlots)
    }.map {
      "\(program.cells[$0.visible].json.keyPath): is never true; the layer is never visible"
    }
  }

  /// The indices of the memory entries and inputs that depend on anything other than scrolling,
  /// directly or through rules. User actions are not tried, so nothing is reported about these.
  private var slotsSetByUser: Set<Int> {
    let interaction = program.declared.interaction
    var slots = Set(interaction.inputs.indices.map { program.declared.memory.count + $0 })
    for rule in interaction.rules.flatMap(\.lists).joined() {
      slots.formUnion(rule.assignments.map(\.memory))
    }
    var count = -1
    while count < slots.count {
      count = slots.count
      for rule in program.declared.rules.joined() {
        for (slot, value) in rule.assignments {
          let read = program.slots(readBy: [value] + [rule.when].compactMap(\.self))
          if !read.isDisjoint(with: slots) { slots.insert(slot) }
        }
      }
    }
    return slots
  }

  /// The layers outside of list rows whose `visible` expression can change.
  private var conditionalLayers: [(index: Int, visible: CellID)] {
    program.layers.indices.compactMap { index in
      guard let visible = program.layers[index].definition[.visible], !program.isFixed[visible],
        !program.cells[visible].dependencies.contains(.index)
      else { return nil }
      return (index, visible)
    }
  }

  /// Returns a line with key path and reason for each rule that can never run.
  package mutating func unreachable() -> [String] {
    let interaction = program.declared.interaction
    var lines: [String] = []
    var bounds = ValueBounds(self)
    for (name, lists) in [("onScroll", program.declared.rules)] + interaction.rules {
      for rules in lists { lines += unreachable(rules, name, &bounds) }
    }
    if interaction.inputs.isEmpty, !interaction.rules(.onInput).isEmpty {
      lines.append("onInput: never runs; the document has no inputs")
    }
    return lines + unreachableSettling(&bounds)
  }

  /// The inputs that always have the same value at an event, by the JSON key of the event's rules.
  private static let known: [String: [(input: Input, value: Double)]] = [
    "onDragStart": [(.velocity, 0), (.dragging, 1)], "onDragEnd": [(.dragging, 0)],
    "onRest": [(.velocity, 0), (.dragging, 0)], "onTap": [(.velocity, 0), (.dragging, 0)],
    "settle": [(.dragging, 0), (.delta, 0), (.positionDelta, 0)],
  ]

  private func known(at event: String) -> ValueBounds.Known {
    (Self.known[event] ?? []).reduce(into: [:]) { $0[$1.input.rawValue] = .exactly($1.value) }
  }

  /// Returns a line for each alternative that can never run. The first alternative whose condition
  /// holds runs.
  private func unreachable(
    _ rules: [Rule], _ name: String, _ bounds: inout ValueBounds
  ) -> [String] {
    var lines: [String] = []
    var isDecided = false
    for rule in rules {
      let keyPath = rule.cell.map { program.cells[$0].json.keyPath } ?? name
      let holds = bounds.holds(rule.when, known(at: name))
      if let fault = fault(isDecided, holds) { lines.append("\(keyPath): never runs; \(fault)") }
      isDecided = isDecided || holds == true
    }
    return lines
  }

  /// Returns why a rule cannot run, or `nil` if it can.
  /// - Parameters:
  ///   - isDecided: Whether an earlier alternative always holds.
  ///   - holds: Whether the rule's condition always or never holds.
  private func fault(_ isDecided: Bool, _ holds: Bool?) -> String? {
    if isDecided { return "an earlier rule always applies" }
    return holds == false ? "its condition is never true" : nil
  }

  private func unreachableSettling(_ bounds: inout ValueBounds) -> [String] {
    var lines: [String] = []
    var decided = (release: false, rest: false)
    for rule in program.declared.scroll.settle {
      let holds = bounds.holds(rule.when, known(at: "settle"))
      let isDecided = decided.release || rule.isAtRest && decided.rest
      if let fault = fault(isDecided, holds) {
        lines.append("\(rule.keyPath): never used; \(fault)")
      }
      guard holds == true else { continue }
      if rule.isAtRest { decided.rest = true } else { decided.release = true }
    }
    if decided.release, !program.declared.scroll.snapOffsets.isEmpty {
      lines.append("scroll.snapToOffsets: never used; a settle rule always applies")
    }
    return lines
  }
}

extension HeaderProgram {
  /// Returns the indices of the memory entries and inputs that expressions read, directly or
  /// through others.
  /// - Parameter animated: Whether only those read with the function `shown` are returned.
  func slots(readBy cells: [CellID], animated: Bool = false) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<CellID> = []
    var waiting = cells
    while let cell = waiting.popLast() {
      guard seen.insert(cell).inserted else { continue }
      for instruction in code[starts[cell]...] {
        if case .done = instruction { break }
        switch instruction {
        case .memory(let slot): if !animated { found.insert(slot) }
        case .shown(let slot): found.insert(slot)
        case .cell(let other): waiting.append(other)
        case .rowCell(let first, let count): waiting += first..<first + count
        case .input(let index)
        where [Input.start, .end, .position, .positionDelta].contains(Input(rawValue: index)):
          waiting += declared.scroll.edges
        default: break
        }
      }
    }
    return found
  }
}
