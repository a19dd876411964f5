import PortableMath

/// Evaluation of list rows. The expressions in a row are evaluated again for each row.
extension CellEvaluator {
  /// Makes `index` the current row and invalidates the expressions of the list's rows, except
  /// constant ones.
  mutating func enterRow(_ index: Int, of list: ListDefinition) {
    self[.index] = Double(index)
    for cell in list.rowCells where stamps[cell] != Self.forever { stamps[cell] = 0 }
  }

  /// The maximum number of evaluation steps per event or frame. Nested lists multiply the number of
  /// rows.
  static let maxSteps = 10_000_000

  /// Counts the cost of a row with `layers` evaluated layers.
  /// - Throws: `EvaluationError` if the steps exceed `maxSteps`.
  mutating func countRow(of list: ListDefinition, layers: Int = 0) throws(EvaluationError) {
    // A layer costs about as much time as 32 expressions.
    steps += 1 + 32 * layers
    guard steps <= Self.maxSteps else {
      throw failure(
        list.rowLength, "the rows take more than \(Self.maxSteps.grouped) steps of evaluation")
    }
  }

  /// The number of rows, in 0...1,000,000.
  mutating func rowCount(_ list: ListDefinition) throws(EvaluationError) -> Int {
    let count = try value(of: list.count)
    guard count >= 0, count <= 1_000_000 else {
      throw failure(list.count, "\(count.text) rows; 0 to 1000000 are allowed")
    }
    return Int(count)
  }

  /// The length of the current row in points, 0 or more.
  mutating func rowLength(_ list: ListDefinition) throws(EvaluationError) -> Double {
    let length = try value(of: list.rowLength)
    guard length >= 0 else { throw failure(list.rowLength, "\(length.text) is negative") }
    return length
  }

  /// Returns the start of each row in points, followed by the end of the last row. For lists whose
  /// rows have different lengths. The result is cached if it cannot change.
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

  /// The total length of a list's rows, in points.
  mutating func listLength(_ layer: Int) throws(EvaluationError) -> Double {
    guard case .list(let list) = program.layers[layer].definition.content else { return 0 }
    if list.isUniform { return Double(try rowCount(list)) * (try rowLength(list)) }
    return try rowStarts(of: layer, list).last ?? 0
  }
}
