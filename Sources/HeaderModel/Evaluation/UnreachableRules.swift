import StrictJSON

/// Rules that a document has and that can never run.
extension HeaderInterpreter {
  /// Key path and reason, a line each.
  package mutating func unreachable() -> [String] {
    let interaction = program.interaction
    var lines: [String] = []
    var bounds = ValueBounds(self)
    for (name, lists) in [("onScroll", program.rules)] + interaction.rules {
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
    for rule in program.scroll.settle {
      let holds = bounds.holds(rule.when, known(at: "settle"))
      let isDecided = decided.release || rule.isAtRest && decided.rest
      if let fault = fault(isDecided, holds) {
        lines.append("\(rule.place): no release reaches it; \(fault)")
      }
      guard holds == true else { continue }
      if rule.isAtRest { decided.rest = true } else { decided.release = true }
    }
    if decided.release, !program.scroll.snapOffsets.isEmpty {
      lines.append("scroll.snapToOffsets: no release reaches it; a rule of settle always holds")
    }
    return lines
  }
}
