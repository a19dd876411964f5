/// The words of a document's texts, row by row, and their sizes.
struct RowTextMeasurer: Sendable {
  /// By the declared texts and then their rows; colours of runs are not resolved.
  let texts: [[[TextRunContent]]]
  let measurer: any TextMeasuring

  /// What a text layer shows in a row: its own list's or its entry's row, `{n}` replaced.
  func runs(of text: TextDefinition, row: Int) -> [TextRunContent] {
    let entry = texts[text.texts[row % text.texts.count]]
    let runs = entry[(row / text.texts.count) % entry.count]
    guard runs.contains(where: { Self.hasPlaceholder($0.text) }) else { return runs }
    return runs.map { run in
      var run = run
      run.text = Self.replaced(run.text, by: row + 1)
      return run
    }
  }

  private static let placeholder = Array("{n}".utf8)

  private static func hasPlaceholder(_ text: String) -> Bool {
    text.utf8.contains(placeholder[0])
  }

  /// The text with the number for each `{n}`. Byte by byte: splitting at a string takes many times
  /// longer than all else that a row's text costs.
  private static func replaced(_ text: String, by number: Int) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      result.append(byte)
      if result.suffix(placeholder.count) == placeholder[...] {
        result.removeLast(placeholder.count)
        result += String(number).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
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
