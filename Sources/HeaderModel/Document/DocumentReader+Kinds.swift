import StrictJSON

extension DocumentReader {
  /// Checks that need the kinds of all expressions, which are known after compiling. Expressions
  /// with errors have no kind and are not checked.
  mutating func checkKinds(_ compiler: CellCompiler) throws(JSONError) {
    let cells = compiler.cells
    func check(
      _ needed: [CellID], _ body: (inout DocumentReader) throws(JSONError) -> Void
    ) throws(JSONError) {
      guard compiler.broken.isDisjoint(with: needed) else { return }
      try read(body)
    }
    for (index, input) in declared.interaction.inputs.enumerated() {
      try check([input.slot.launch]) { reader throws(JSONError) in
        try reader.checkInput(index, cells)
      }
    }
    for cell in declared.textNumbers.values.sorted() {
      try check([cell]) { _ throws(JSONError) in
        guard cells[cell].dependencies.isSubset(of: .index) else {
          throw cells[cell].json.error(
            "a number in a text must depend only on index and constants")
        }
      }
    }
    for (index, remembered) in declared.memory.enumerated() {
      try check([remembered.launch]) { reader throws(JSONError) in
        let cell = cells[remembered.launch]
        try cell.requirePlain()
        reader.declared.memory[index].isBoolean = cell.kind == .boolean
        guard cell.kind != .boolean || remembered.transition == nil else {
          throw cell.json.error("a condition cannot have a transition; use a number")
        }
      }
    }
    for constant in declared.constants {
      try check([constant.cell]) { _ throws(JSONError) in
        try cells[constant.cell].requirePlain("; declare it under \"colors\"")
      }
    }
    let slots = declared.slots
    for (index, value) in declared.allRules.flatMap(\.assignments) {
      try check([value, slots[index].launch]) { _ throws(JSONError) in
        let wanted = slots[index].isBoolean ? ValueKind.boolean : .number
        guard cells[value].kind == wanted else {
          throw cells[value].json.error(
            "\"\(slots[index].name)\" is \(wanted.name), found \(cells[value].kind.name)")
        }
      }
    }
    for case .value(let cell) in declared.trace?.sources ?? [] {
      try check([cell]) { _ throws(JSONError) in try cells[cell].requirePlain() }
    }
  }

  /// Records which layers depend on the time, and which lists have rows of equal length.
  mutating func recordTimeUse(_ cells: [Cell]) {
    for index in layers.indices {
      var layerCells = ownCells[index]
      if case .list(var list) = layers[index].content {
        layerCells = layerCells.lowerBound..<max(layerCells.upperBound, list.rowCells.upperBound)
        list.isUniform = !cells[list.rowLength].dependencies.contains(.index)
        layers[index].content = .list(list)
      }
      if cells[layerCells].contains(where: { $0.dependencies.contains(.time) }) {
        layers[index].usesTime = true
      }
    }
  }
}
