import StrictJSON

/// Resolves names in the context of an expression.
extension CellCompiler {
  typealias Symbol = (instruction: Instruction, kind: ValueKind, dependencies: Dependencies)

  private var context: CellContext { cells[current].context }

  /// Returns the meaning of a name in a context, or `nil` if it is unknown there.
  func target(_ name: String, _ context: CellContext) -> NameTarget? {
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

  /// Resolves the name at the current token.
  /// - Throws: `ExpressionError` if the name is unknown or not available in this context.
  func symbol(_ name: String) throws(ExpressionError) -> Symbol {
    guard let target = target(name, context) else {
      throw failure(unknown(name, in: cells[current]))
    }
    switch target {
    case .input(let index):
      let input = Input(rawValue: index)
      let dependencies = input?.dependencies ?? []
      if !dependencies.isEmpty { try refuseFixed(name) }
      return (.input(index), input?.kind ?? .number, dependencies)
    case .layerNumber(let index, let kind): return (.input(index), kind, [.event, .time, .memory])
    case .memory(let index):
      try refuseFixed(name)
      return (.memory(index), cells[memory[index].launch].kind, .memory)
    case .color(let index): return (.color(index), .color, context.lists.isEmpty ? [] : .index)
    case .named(let color): return (.push(color.number), .color, [])
    case .cell(let cell):
      if case .value = cells[cell].context.role { try refuseFixed(name) }
      return symbol(cell)
    case .rowSize(let cell, let list):
      guard context.lists.contains(list) else {
        throw failure(
          "\"\(name)\" is a size within the rows of \"\(layers[list].id)\"; only they can use it")
      }
      return symbol(cell)
    case .side(let cell, let layer):
      try checkSide(name, of: layer, cells[cell].context)
      return symbol(cell)
    }
  }

  private func symbol(_ cell: CellID) -> Symbol {
    (.cell(cell), cells[cell].kind, cells[cell].dependencies)
  }

  /// Checks that the current expression is in the coordinate system of a side: within the layer's
  /// parent and, for a layer in a list row, in the same list.
  private func checkSide(
    _ name: String, of layer: Int, _ own: CellContext
  ) throws(ExpressionError) {
    var around: Int?
    if case .layer(let parent) = context.role { around = parent }
    while let parent = around, parent != layers[layer].parent { around = layers[parent].parent }
    guard around == layers[layer].parent else {
      throw failure(
        "\"\(name)\" is a position in \"\(layers[layers[layer].parent ?? 0].id)\"; "
          + "only its contents can use it")
    }
    guard own.lists.last == context.lists.last || own.lists.isEmpty else {
      throw failure("\"\(name)\" is a position in a row of another list; only that row can use it")
    }
  }

  /// Throws if the current expression is a constant or a launch value, which must not depend on
  /// anything that changes.
  private func refuseFixed(_ name: String) throws(ExpressionError) {
    guard case .fixed = context.role else { return }
    throw failure(
      "\"\(name)\" changes; constants and launch values are evaluated once, from "
        + "constants, the screen, pictures and texts")
  }

  /// Returns the message for an unknown name, with a suggestion.
  private func unknown(_ name: String, in cell: Cell) -> String {
    let scopes = [
      "index": "in the rows of a list", "target": "in scroll.settle", "parent.width": "in layers",
      "parent.height": "in layers",
    ]
    if let scope = scopes[name] { return "\(name) is available only \(scope)" }
    var known = names.keys.sorted()
    if case .layer = context.role { known += ["parent.width", "parent.height"] }
    if !context.lists.isEmpty { known.append("index") }
    if context.knowsTarget { known.append(Input.target.name) }
    if cell.expected == .color { known += DocumentColor.names }
    // Sides that no expression uses are not declared.
    for layer in layers where name.contains(".") {
      known += LayerSide.allCases.filter { layer.type == .text || !$0.isOfLetters }
        .map { "\(layer.id).\($0)" }
    }
    if case .trace = context.role {
      for layer in layers {
        known += LayerNumber.Property.allCases.map { "\(layer.id).\($0.rawValue)" }
      }
    }
    let remedy =
      if let symbol = ExpressionToken.Symbol.remedy(name) {
        symbol
      } else if let suggestion = NearestName(to: name, among: known).suggestion {
        "did you mean \"\(suggestion)\"?"
      } else if cell.expected == .color {
        "declare it under \"colors\", or write \(DocumentColor.forms)"
      } else {
        "declare it under \"constants\", \"values\" or \"memory\""
      }
    return "unknown name \"\(name)\"; \(remedy)"
  }
}
