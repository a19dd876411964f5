import StrictJSON

/// Rules that a document has and that can never run.
extension HeaderInterpreter {
  /// Key path and reason, a line each.
  package mutating func unreachable() -> [String] {
    let program = document.program
    let interaction = program.interaction
    var lines: [String] = []
    for (name, lists) in [("onScroll", program.rules)] + interaction.rules {
      for rules in lists { lines += unreachable(rules, name) }
    }
    if interaction.inputs.isEmpty, !interaction.rules(.onInput).isEmpty {
      lines.append("onInput: never runs; the document has no inputs")
    }
    return lines + unreachableSettling()
  }

  /// Of rules of which the first that holds runs.
  private mutating func unreachable(_ rules: [Rule], _ name: String) -> [String] {
    var lines: [String] = []
    var isDecided = false
    for rule in rules {
      let place = rule.when ?? rule.assignments.first?.value
      let keyPath = place.map { document.program.cells[$0].place.keyPath } ?? name
      let holds = always(rule.when)
      if isDecided {
        lines.append("\(keyPath): never runs; a rule before it always holds")
      } else if holds == false {
        lines.append("\(keyPath): never runs; its condition never holds")
      }
      isDecided = isDecided || holds == true
    }
    return lines
  }

  private mutating func unreachableSettling() -> [String] {
    var lines: [String] = []
    var decided = (release: false, rest: false)
    for rule in document.program.interaction.settle {
      let holds = always(rule.when)
      if rule.isAtRest ? decided.rest || decided.release : decided.release {
        lines.append("\(rule.place): no release reaches it; a rule before it always holds")
      } else if holds == false {
        lines.append("\(rule.place): no release reaches it; its condition never holds")
      }
      guard holds == true else { continue }
      if rule.isAtRest { decided.rest = true } else { decided.release = true }
    }
    if decided.release, !document.program.scroll.snapOffsets.isEmpty {
      lines.append("scroll.snapToOffsets: no release reaches it; a rule of settle always holds")
    }
    return lines
  }

  /// Whether a condition holds always or never; nil: that depends.
  private mutating func always(_ condition: CellID?) -> Bool? {
    guard let condition else { return true }
    guard document.program.isFixed[condition] else { return nil }
    return (try? evaluator.cells.value(of: condition)).map { $0 != 0 }
  }
}

extension HeaderDocument {
  /// The name that the document was read under.
  package var fileName: String? { program.file }
}
