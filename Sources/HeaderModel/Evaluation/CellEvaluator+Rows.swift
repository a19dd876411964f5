import PortableMath

/// The rows of lists, whose expressions are evaluated anew for each.
extension CellEvaluator {
  /// Takes the expressions of a list's rows as those of another row.
  mutating func enterRow(_ index: Int, of list: ListDefinition) {
    self[.index] = Double(index)
    for cell in list.rowCells where stamps[cell] != Self.forever { stamps[cell] = 0 }
  }

  /// What a frame may take: lists in the rows of lists multiply.
  static let mostSteps = 10_000_000

  mutating func countRow(of list: ListDefinition, layers: Int = 0) throws(EvaluationError) {
    // A layer takes about as long as 32 expressions.
    steps += 1 + 32 * layers
    guard steps <= Self.mostSteps else {
      throw failure(
        list.rowLength, "the rows take more than \(Self.mostSteps.grouped) steps of evaluation")
    }
  }

  mutating func rowCount(_ list: ListDefinition) throws(EvaluationError) -> Int {
    let count = try value(of: list.count)
    guard count >= 0, count <= 1_000_000 else {
      throw failure(list.count, "\(count.shown) rows; 0 to 1000000 are possible")
    }
    return Int(count)
  }

  mutating func rowLength(_ list: ListDefinition) throws(EvaluationError) -> Double {
    let length = try value(of: list.rowLength)
    guard length >= 0 else { throw failure(list.rowLength, "\(length.shown) is negative") }
    return length
  }

  /// Where each row starts, and where the last ends, of rows that differ.
  mutating func rowStarts(
    of layer: Int, _ list: ListDefinition
  ) throws(EvaluationError) -> [Double] {
    if let starts = rowStarts[layer] { return starts }
    let outer = self[.index]
    var starts = [0.0]
    for index in 0..<(try rowCount(list)) {
      enterRow(index, of: list)
      starts.append(starts[index] + (try rowLength(list)))
      try countRow(of: list)
    }
    enterRow(Int(outer), of: list)
    let dependencies = program.cells[list.rowLength].dependencies
      .union(program.cells[list.count].dependencies)
    if dependencies == .index, program.layers[layer].definition.parent == nil {
      rowStarts[layer] = starts
    }
    return starts
  }

  mutating func listLength(_ layer: Int) throws(EvaluationError) -> Double {
    guard case .list(let list) = program.layers[layer].definition.content else { return 0 }
    if list.isUniform { return Double(try rowCount(list)) * (try rowLength(list)) }
    return try rowStarts(of: layer, list).last ?? 0
  }
}
