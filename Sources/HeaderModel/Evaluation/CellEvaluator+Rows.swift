/// The rows of lists, whose expressions are evaluated anew for each.
extension CellEvaluator {
  /// Takes the expressions of a list's rows as those of another row.
  mutating func enterRow(_ index: Int, of list: ListDefinition) {
    self[.index] = Double(index)
    for cell in list.rowCells where stamps[cell] != Self.forever { stamps[cell] = 0 }
  }

  /// The number of rows: whole, not negative.
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

/// The words of a document's texts, row by row, and their sizes.
struct RowTextMeasurer: Sendable {
  private let entries: [Entry]
  let measurer: any TextMeasuring

  /// A declared text.
  private struct Entry: Sendable {
    let rows: [[TextRunContent]]
    /// By row and run: the parts around `{n}`; empty where no run of the row has it.
    let parts: [[[String]]]
  }

  /// `texts`: by the declared texts and then their rows; colours of runs are not resolved.
  init(texts: [[[TextRunContent]]], measurer: any TextMeasuring) {
    self.measurer = measurer
    entries = texts.map { rows in
      let parts = rows.map { runs in
        let parts = runs.map {
          $0.text.split(separator: "{n}", omittingEmptySubsequences: false).map(String.init)
        }
        return parts.contains { $0.count > 1 } ? parts : []
      }
      return Entry(rows: rows, parts: parts)
    }
  }

  /// What a text layer shows in a row: its own list's or its entry's row, `{n}` replaced.
  func runs(of text: TextDefinition, row: Int) -> [TextRunContent] {
    let entry = entries[text.texts[row % text.texts.count]]
    let place = (row / text.texts.count) % entry.rows.count
    var runs = entry.rows[place]
    let parts = entry.parts[place]
    guard !parts.isEmpty else { return runs }
    let number = String(row + 1)
    for index in runs.indices { runs[index].text = parts[index].joined(separator: number) }
    return runs
  }

  /// The typeset size, rounded up to device pixels.
  func size(
    of text: TextDefinition, _ values: LayerValues, row: Int, maximumWidth: Double?, scale: Double
  ) -> PointSize {
    let content = TextContent(runs: runs(of: text, row: row), values: values)
    let exact = measurer.size(of: content, maximumWidth: maximumWidth)
    // A size that is whole pixels but for the rounding of its own sum is not rounded up.
    func rounded(_ length: Double) -> Double {
      max(0, (length * scale - 0x1p-16).rounded(.up) / scale)
    }
    return PointSize(width: rounded(exact.width), height: rounded(exact.height))
  }
}
