import StrictJSON

/// Compiles the expressions of a document. Every expression is compiled after the ones it depends
/// on.
struct CellCompiler {
  private(set) var cells: [Cell]
  let names: [String: NameTarget]
  let layerNumbers: [String: NameTarget]
  let layers: [LayerDefinition]
  let memory: [DeclaredMemory]
  /// The indices of the layers with `onTap` rules.
  let tappable: Set<Int>
  /// The names whose declarations are invalid.
  let unreadable: UnreadableNames
  /// The errors found so far. Compiling continues after an expression with an error.
  private(set) var errors: JSONErrorList
  /// The expressions that have an error or depend on one that has.
  private(set) var broken: Set<CellID> = []

  var code: [Instruction] = []
  var interpolations: [Interpolation] = []
  private(set) var current: CellID = 0
  /// The dependencies found so far in the current expression.
  var dependencies: Dependencies = []
  /// The tokens of the current expression.
  var tokens: [ExpressionToken] = []
  /// The index of the next token.
  var at = 0
  /// The nesting depth of parentheses and choices at the next token.
  var depth = 0

  init(
    cells: [Cell], names: [String: NameTarget], layerNumbers: [String: NameTarget],
    layers: [LayerDefinition], memory: [DeclaredMemory], tappable: Set<Int>,
    unreadable: UnreadableNames, errors: JSONErrorList
  ) {
    (self.cells, self.names, self.layerNumbers) = (cells, names, layerNumbers)
    (self.layers, self.memory, self.tappable) = (layers, memory, tappable)
    (self.unreadable, self.errors) = (unreadable, errors)
  }

  mutating func compile() throws(JSONError) {
    for cell in try order() {
      guard !dependsOnError(cell) else {
        broken.insert(cell)
        continue
      }
      do {
        try compile(cell)
      } catch {
        broken.insert(cell)
        try errors.add(error)
      }
    }
  }

  /// Whether an expression is part of a cycle, or uses an invalid expression or declaration.
  private func dependsOnError(_ cell: CellID) -> Bool {
    guard !broken.isEmpty || !unreadable.isEmpty else { return false }
    return broken.contains(cell) || !broken.isDisjoint(with: needs(of: cell))
      || cells[cell].source.names.contains { name in
        unreadable.invalidates(name, isKnown: target(name, cells[cell].context) != nil)
      }
  }

  /// Returns a topological order, dependencies first. Uses an explicit stack: long chains of values
  /// must not overflow the call stack. Expressions that depend on each other in a cycle are an error.
  /// - Throws: `JSONError` with all errors if there are too many.
  private mutating func order() throws(JSONError) -> [CellID] {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: cells.count)
    var result: [CellID] = []
    result.reserveCapacity(cells.count)
    for root in cells.indices where marks[root] == .new {
      var path: [(cell: CellID, needs: [CellID], next: Int)] = [(root, needs(of: root), 0)]
      marks[root] = .open
      while let (cell, needs, next) = path.last {
        guard next < needs.count else {
          marks[cell] = .done
          result.append(cell)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let need = needs[next]
        switch marks[need] {
        case .done: continue
        case .new:
          marks[need] = .open
          path.append((need, self.needs(of: need), 0))
        case .open:
          let members = path.map(\.cell).drop { $0 != need }
          broken.formUnion(members)
          try errors.add(circle(members, backTo: need))
        }
      }
    }
    return result
  }

  private func circle(_ members: ArraySlice<CellID>, backTo start: CellID) -> JSONError {
    let named = (members + [start]).map { cells[$0].name ?? cells[$0].json.keyPath }
    var cycle: [String] = []
    for word in named where cycle.last != word { cycle.append(word) }
    if cycle.count == 1 { cycle.append(cycle[0]) }
    return cells[start].json.error("circular reference: " + cycle.joined(separator: " -> "))
  }

  private func needs(of cell: CellID) -> [CellID] {
    switch cells[cell].source {
    case .native(let code, let others, _): return others + code.cells
    case .rows(let rows): return Array(rows)
    case .literal, .expression, .interpolation: break
    }
    return cells[cell].source.names.compactMap { name in
      switch target(name, cells[cell].context) {
      case .cell(let cell), .rowSize(let cell, _), .side(let cell, _): cell
      case .memory(let index): memory[index].launch
      case .input, .color, .named, .number, .layerNumber, nil: nil
      }
    }
  }

  private mutating func compile(_ id: CellID) throws(JSONError) {
    let cell = cells[id]
    current = id
    cells[id].start = code.count
    dependencies = []
    let kind = try compile(cell.source, cell)
    if let expected = cell.expected, kind != expected {
      throw cell.json.error("expected \(expected.name), found \(kind.name)")
    }
    code.append(.done)
    cells[id].kind = kind
    cells[id].dependencies = dependencies
    if case .fixed = cell.context.role, !dependencies.isEmpty {
      throw cell.json.error(
        "depends on the offset, the time or memory; constants and launch values are evaluated "
          + "once")
    }
  }

  private mutating func compile(
    _ source: Cell.Source, _ cell: Cell
  ) throws(JSONError) -> ValueKind {
    switch source {
    case .literal(let value, let kind):
      code.append(.push(value))
      return kind
    case .expression(let tokens, let json):
      do {
        return try compile(tokens)
      } catch {
        throw json.error(error)
      }
    case .interpolation(let input, let inputs, let outputs, let table):
      for part in [input] + inputs {
        guard try compile(part, cell) == .number else {
          throw cell.json.error("input and inputRange must be numbers")
        }
      }
      let wanted: ValueKind = table.isColor ? .color : .number
      for part in outputs {
        guard try compile(part, cell) == wanted else {
          throw cell.json.error("outputRange must be \(table.isColor ? "colors" : "numbers")")
        }
      }
      add(table)
      return wanted
    case .native(let native, let others, let dependencies):
      code += native.steps
      self.dependencies.formUnion(dependencies)
      for need in others + native.cells { self.dependencies.formUnion(cells[need].dependencies) }
      // The total length of a list depends on all rows, not on the index of a single row.
      if cell.context.lists.isEmpty { self.dependencies.remove(.index) }
      return .number
    case .rows(let rows):
      code.append(.rowCell(first: rows.lowerBound, count: rows.count))
      dependencies.insert(.index)
      for need in rows { dependencies.formUnion(cells[need].dependencies) }
      return .color
    }
  }

  mutating func add(_ table: Interpolation) {
    code.append(.interpolate(interpolations.count))
    interpolations.append(table)
  }
}
