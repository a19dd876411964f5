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
    of text: TextDefinition, row: Int, pointSize: Double, letterSpacing: Double,
    lineHeight: Double?, maximumWidth: Double?, scale: Double
  ) -> PointSize {
    let content = TextContent(
      runs: runs(of: text, row: row), pointSize: max(0, pointSize), weight: text.weight,
      color: DocumentColor(red: 0, green: 0, blue: 0), letterSpacing: letterSpacing,
      alignment: text.alignment, verticalAlignment: text.verticalAlignment, lines: text.lines,
      lineHeight: lineHeight)
    let exact = measurer.size(of: content, maximumWidth: maximumWidth)
    // A size that is whole pixels but for the rounding of its own sum is not rounded up.
    func rounded(_ length: Double) -> Double {
      max(0, (length * scale - 0x1p-16).rounded(.up) / scale)
    }
    return PointSize(width: rounded(exact.width), height: rounded(exact.height))
  }
}
