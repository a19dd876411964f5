import StrictJSON

/// What a document says and nothing follows from.
extension HeaderInterpreter {
  /// Key path and reason, a line each.
  package func withoutEffect() -> [String] {
    var used: Set<CellID> = []
    for case .cell(let cell) in program.code { used.insert(cell) }
    var lines = program.declared.constants.filter { !used.contains($0.cell) }
      .map { "constants.\($0.facts.name): is never used" }
    let read = program.slots(readBy: Array(program.cells.indices))
    for (place, input) in program.declared.interaction.inputs.enumerated()
    where program.declared.interaction.rules(.onInput).isEmpty
      && !read.contains(program.declared.memory.count + place)
    {
      lines.append("inputs.\(input.slot.name): nothing follows from it")
    }
    for layer in program.layers.map(\.definition) {
      guard case .text(let text) = layer.content else { continue }
      let isAligned = layer.settled(.alignment) ?? 0 != 0
      if isAligned, layer.width == text.typesetWidth, text.values[.lines] == 1 {
        lines.append(
          "\(layer.place.keyPath).alignment: has no effect; the text is as wide as its words, give "
            + "it a \"width\"")
      }
    }
    return lines
  }

  /// Layers outside of rows whose own condition, one that changes, holds now.
  package mutating func shownLayers() -> Set<Int> {
    Set(conditionalLayers.filter { (try? cells.value(of: $0.visible)) != 0 }.map(\.index))
  }

  /// The lines on layers that are in no set of those that were shown.
  package func neverShown(_ shown: Set<Int>) -> [String] {
    let answered = answeredSlots
    return conditionalLayers.filter {
      !shown.contains($0.index) && program.slots(readBy: [$0.visible]).isDisjoint(with: answered)
    }.map { "\(program.cells[$0.visible].place.keyPath): never holds; the layer is never visible" }
  }

  /// The places of memory and inputs that follow from more than scrolling: what the user does to the
  /// header is not tried.
  private var answeredSlots: Set<Int> {
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

  private var conditionalLayers: [(index: Int, visible: CellID)] {
    program.layers.indices.compactMap { index in
      guard let visible = program.layers[index].definition[.visible], !program.isFixed[visible],
        !program.cells[visible].dependencies.contains(.index)
      else { return nil }
      return (index, visible)
    }
  }

  /// The rules that can never run: key path and reason, a line each.
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

  /// What holds at an event, by the key of its rules.
  private static let known: [String: [(input: Input, value: Double)]] = [
    "onDragStart": [(.velocity, 0), (.dragging, 1)], "onDragEnd": [(.dragging, 0)],
    "onRest": [(.velocity, 0), (.dragging, 0)], "onTap": [(.velocity, 0), (.dragging, 0)],
    "settle": [(.dragging, 0), (.delta, 0), (.positionDelta, 0)],
  ]

  private func known(at event: String) -> ValueBounds.Known {
    (Self.known[event] ?? []).reduce(into: [:]) { $0[$1.input.rawValue] = .exactly($1.value) }
  }

  /// Of rules of which the first that holds runs.
  private func unreachable(
    _ rules: [Rule], _ name: String, _ bounds: inout ValueBounds
  ) -> [String] {
    var lines: [String] = []
    var isDecided = false
    for rule in rules {
      let keyPath = rule.place.map { program.cells[$0].place.keyPath } ?? name
      let holds = bounds.holds(rule.when, known(at: name))
      if let fault = fault(isDecided, holds) { lines.append("\(keyPath): never runs; \(fault)") }
      isDecided = isDecided || holds == true
    }
    return lines
  }

  /// Why a rule cannot run, by whether one before it always holds and it holds itself.
  private func fault(_ isDecided: Bool, _ holds: Bool?) -> String? {
    if isDecided { return "a rule before it always holds" }
    return holds == false ? "its condition never holds" : nil
  }

  private func unreachableSettling(_ bounds: inout ValueBounds) -> [String] {
    var lines: [String] = []
    var decided = (release: false, rest: false)
    for rule in program.declared.scroll.settle {
      let holds = bounds.holds(rule.when, known(at: "settle"))
      let isDecided = decided.release || rule.isAtRest && decided.rest
      if let fault = fault(isDecided, holds) {
        lines.append("\(rule.place): no release reaches it; \(fault)")
      }
      guard holds == true else { continue }
      if rule.isAtRest { decided.rest = true } else { decided.release = true }
    }
    if decided.release, !program.declared.scroll.snapOffsets.isEmpty {
      lines.append("scroll.snapToOffsets: no release reaches it; a rule of settle always holds")
    }
    return lines
  }
}

extension HeaderProgram {
  /// The places of memory and inputs that an expression reads, itself or through others.
  func slots(readBy cells: [CellID]) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<CellID> = []
    var waiting = cells
    while let cell = waiting.popLast() {
      guard seen.insert(cell).inserted else { continue }
      for instruction in code[starts[cell]...] {
        if case .done = instruction { break }
        switch instruction {
        case .memory(let slot), .shown(let slot): found.insert(slot)
        case .cell(let other): waiting.append(other)
        case .rowCell(let first, let count): waiting += first..<first + count
        case .input(let place)
        where [Input.start, .end, .position, .positionDelta].contains(Input(rawValue: place)):
          waiting += declared.scroll.edges
        default: break
        }
      }
    }
    return found
  }
}
