import StrictJSON

/// Turns the expressions of a document into code, each after those that it uses.
struct CellCompiler {
  private let pending: [PendingCell]
  private let names: [String: NameTarget]
  private let layerNumbers: [String: NameTarget]
  private let layers: [LayerDefinition]
  private let memory: [DeclaredMemory]

  private typealias NameError = ExpressionCompiler.NameError

  private(set) var cells: [Cell]
  private var compiler = ExpressionCompiler()

  var code: [Instruction] { compiler.code }
  var interpolations: [Interpolation] { compiler.interpolations }

  init(_ builder: CellBuilder, layers: [LayerDefinition], memory: [DeclaredMemory]) {
    pending = builder.cells
    names = builder.names
    layerNumbers = builder.layerNumbers
    self.layers = layers
    self.memory = memory
    cells = pending.map { Cell(place: $0.place, name: $0.name) }
  }

  mutating func compile() throws(JSONError) {
    for cell in try order() { try compile(cell) }
  }

  // MARK: - Order

  /// All cells, each behind those that it uses: a walk in depth with a stack of its own, so that
  /// long chains of values need no deep calls.
  private func order() throws(JSONError) -> [CellID] {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: pending.count)
    var result: [CellID] = []
    result.reserveCapacity(pending.count)
    for root in pending.indices where marks[root] == .new {
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
          throw circle(path.map(\.cell), backTo: need)
        }
      }
    }
    return result
  }

  private func circle(_ path: [CellID], backTo start: CellID) -> JSONError {
    let members = path[(path.firstIndex(of: start) ?? 0)...]
    let named = (members + [start]).map { pending[$0].name ?? pending[$0].place.keyPath }
    var words: [String] = []
    for word in named where words.last != word { words.append(word) }
    if words.count == 1 { words.append(words[0]) }
    return pending[start].place.error("a circle: " + words.joined(separator: " -> "))
  }

  private func needs(of cell: CellID) -> [CellID] {
    let (source, context) = (pending[cell].source, pending[cell].context)
    switch source {
    case .native(_, let cells, _): return cells
    case .rows(let first, let count): return Array(first..<first + count)
    case .literal, .expression, .interpolation: break
    }
    return source.names.compactMap { name in
      switch target(name, context) {
      case .cell(let cell), .rowSize(let cell, _), .side(let cell, _): cell
      case .memory(let index): memory[index].launch
      case .input, .color, .named, .layerNumber, nil: nil
      }
    }
  }

  // MARK: - Names

  private func target(_ name: String, _ context: CellContext) -> NameTarget? {
    if name == Input.index.name {
      return context.lists.isEmpty ? nil : .input(Input.index.rawValue)
    }
    if name == Input.target.name, context.knowsTarget, names[name] == nil {
      return .input(Input.target.rawValue)
    }
    if case .trace = context.role, let number = layerNumbers[name] { return number }
    guard name == "parent.width" || name == "parent.height" else {
      return names[name] ?? DocumentColor(named: name).map(NameTarget.named)
    }
    guard case .layer(let parent) = context.role else { return nil }
    let isWidth = name == "parent.width"
    guard let parent else {
      return .input(isWidth ? Input.screenWidth.rawValue : Input.screenHeight.rawValue)
    }
    let layer = layers[parent]
    if case .list(let list) = layer.content, list.isHorizontal == isWidth {
      return .cell(list.rowLength)
    }
    return .cell(isWidth ? layer.width : layer.height)
  }

  /// What the names of an expression stand for; the compiler asks only for those it needs.
  private func symbols(
    in tokens: [ExpressionToken], of cell: PendingCell
  ) -> [String: Result<Symbol, NameError>] {
    var result: [String: Result<Symbol, NameError>] = [:]
    for case .name(let name) in tokens.map(\.kind) where result[name] == nil {
      result[name] = Result { () throws(NameError) in try symbol(name, of: cell) }
    }
    return result
  }

  private func symbol(
    _ name: String, of cell: PendingCell
  ) throws(NameError) -> Symbol {
    let context = cell.context
    guard let target = target(name, context) else { throw unknown(name, in: cell) }
    switch target {
    case .input(let index):
      let input = Input(rawValue: index)
      let dependencies = input?.dependencies ?? []
      if !dependencies.isEmpty { try refuseFixed(name, context) }
      return Symbol(
        instruction: .input(index), kind: input?.kind ?? .number, dependencies: dependencies)
    case .layerNumber(let index, let kind):
      return Symbol(instruction: .input(index), kind: kind, dependencies: [.event, .time, .memory])
    case .memory(let index):
      try refuseFixed(name, context)
      return Symbol(
        instruction: .memory(index), kind: cells[memory[index].launch].kind,
        dependencies: .memory)
    case .color(let index):
      return Symbol(
        instruction: .color(index), kind: .color,
        dependencies: context.lists.isEmpty ? [] : .index)
    case .named(let color):
      return Symbol(instruction: .push(color.number), kind: .color, dependencies: [])
    case .cell(let cell):
      if case .value = pending[cell].context.role { try refuseFixed(name, context) }
      return symbol(cell)
    case .rowSize(let cell, let list):
      guard context.lists.contains(list) else {
        throw NameError(
          message: "\"\(name)\" is a size within the rows of \"\(layers[list].id)\"; "
            + "only they can use it")
      }
      return symbol(cell)
    case .side(let cell, let layer):
      try checkSide(name, of: layer, pending[cell].context, in: context)
      return symbol(cell)
    }
  }

  private func symbol(_ cell: CellID) -> Symbol {
    Symbol(
      instruction: .cell(cell), kind: cells[cell].kind, dependencies: cells[cell].dependencies)
  }

  /// Sides are numbers in the coordinates of the layer's parent, and in rows of the row.
  private func checkSide(
    _ name: String, of layer: Int, _ own: CellContext, in context: CellContext
  ) throws(NameError) {
    var around: Int?
    if case .layer(let parent) = context.role { around = parent }
    while let parent = around, parent != layers[layer].parent { around = layers[parent].parent }
    guard around == layers[layer].parent else {
      throw NameError(
        message: "\"\(name)\" is a place in \"\(layers[layers[layer].parent ?? 0].id)\"; "
          + "only what lies in it can use it")
    }
    guard own.lists.last == context.lists.last || own.lists.isEmpty else {
      throw NameError(
        message: "\"\(name)\" is a place in a row of another list; only that row can use it")
    }
  }

  private func refuseFixed(_ name: String, _ context: CellContext) throws(NameError) {
    guard case .fixed = context.role else { return }
    throw NameError(
      message: "\"\(name)\" changes; constants and launch values are evaluated once, from "
        + "constants, the screen, pictures and texts")
  }

  private func unknown(_ name: String, in cell: PendingCell) -> NameError {
    let context = cell.context
    let places = [
      "index": "in the rows of a list", "target": "in scroll.settle", "parent.width": "in layers",
      "parent.height": "in layers",
    ]
    if let place = places[name] { return NameError(message: "\(name) is known \(place) only") }
    var known = names.keys.sorted()
    if case .layer = context.role { known += ["parent.width", "parent.height"] }
    if !context.lists.isEmpty { known.append("index") }
    if context.knowsTarget { known.append(Input.target.name) }
    if cell.expected == .color { known += DocumentColor.names }
    // Only sides that are asked for have a name.
    for layer in layers where name.contains(".") {
      known += LayerSide.allCases.filter { layer.type == .text || !$0.isOfLetters }
        .map { "\(layer.id).\($0)" }
    }
    if case .trace = context.role {
      known += layers.flatMap { layer in
        LayerNumber.Property.allCases.map { layer.id + "." + $0.rawValue }
      }
    }
    let nearest = NearestName(to: name, among: known)
    let remedy =
      if let symbol = ExpressionToken.Symbol(spelledOut: name) {
        "write \(symbol.rawValue)"
      } else if let suggestion = nearest.suggestion {
        "did you mean \"\(suggestion)\"?"
      } else if cell.expected == .color {
        "declare it under \"colors\", or write \(DocumentColor.forms)"
      } else {
        "declare it under \"constants\", \"values\" or \"memory\""
      }
    return NameError(message: "the name \"\(name)\" is not known; \(remedy)")
  }

  // MARK: - Code

  private mutating func compile(_ id: CellID) throws(JSONError) {
    let cell = pending[id]
    cells[id].start = compiler.code.count
    compiler.dependencies = []
    let kind = try compile(cell.source, cell)
    if let expected = cell.expected, kind != expected {
      throw cell.place.error("expected \(expected.name), found \(kind.name)")
    }
    compiler.code.append(.done)
    cells[id].kind = kind
    cells[id].dependencies = compiler.dependencies
    if case .fixed = cell.context.role, !compiler.dependencies.isEmpty {
      throw cell.place.error(
        "follows from the offset, the time or memory; constants and launch values are evaluated "
          + "once")
    }
  }

  private mutating func compile(
    _ source: PendingCell.Source, _ cell: PendingCell
  ) throws(JSONError) -> ValueKind {
    switch source {
    case .literal(let value, let kind):
      compiler.code.append(.push(value))
      return kind
    case .expression(let tokens, let place):
      do {
        return try compiler.compile(tokens, symbols: symbols(in: tokens, of: cell))
      } catch {
        throw place.error(error)
      }
    case .interpolation(let input, let inputs, let outputs, let table):
      for part in [input] + inputs {
        guard try compile(part, cell) == .number else {
          throw cell.place.error("input and inputRange take numbers")
        }
      }
      let wanted: ValueKind = table.isColor ? .color : .number
      for part in outputs {
        guard try compile(part, cell) == wanted else {
          throw cell.place.error("outputRange takes \(table.isColor ? "colours" : "numbers")")
        }
      }
      compiler.code.append(.interpolate(compiler.interpolations.count))
      compiler.interpolations.append(table)
      return wanted
    case .native(let instructions, let needs, let dependencies):
      compiler.code += instructions
      compiler.dependencies.formUnion(dependencies)
      for need in needs { compiler.dependencies.formUnion(cells[need].dependencies) }
      // The sum of a list's rows follows from all of them, not from one row's number.
      if cell.context.lists.isEmpty { compiler.dependencies.remove(.index) }
      return .number
    case .rows(let first, let count):
      compiler.code.append(.rowCell(first: first, count: count))
      compiler.dependencies.insert(.index)
      for need in first..<first + count {
        compiler.dependencies.formUnion(cells[need].dependencies)
      }
      return .color
    }
  }
}
