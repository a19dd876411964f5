package import HeaderModel
package import Typesetting

/// A text as it is set: masks of its pieces and where they lie.
package struct ExportedText: Sendable {
  package struct Piece: Sendable {
    /// As it was set; device pixels.
    package let text: ShapedText
    package let words: String
    package let color: DocumentColor
    /// Device pixels from the line's start to the pen.
    package let start: Double
  }

  /// Whether its size follows the offset, so that it is placed in quarters of a pixel.
  package let isFine: Bool
  /// Points from baseline to baseline.
  package let lineHeight: Double
  /// Points from the top of the block to the first baseline.
  package let firstBaseline: Double
  package let lines: [[Piece]]
  /// By the lines.
  package let isRightToLeft: [Bool]

  /// What is shown, without looks.
  package var words: [[String]] { lines.map { $0.map(\.words) } }
}

extension HeaderComposer {
  /// How a text layer's text is set in a frame so wide; nil for a text without size.
  package func exported(
    _ text: TextContent, of layer: LayerState
  ) throws(SceneError) -> ExportedText? {
    let isFine = context.survey.changesPointSize(layer.index)
    let place = "layer \(layer.id)"
    let drawing = TextDrawing(store: context.store, place: place, isFine: isFine)
    guard let layout = try drawing.layout(of: text, in: layer.size) else { return nil }
    var lines: [[ExportedText.Piece]] = []
    for line in layout.lines {
      var pieces: [ExportedText.Piece] = []
      var start = 0.0
      for piece in line where !piece.run.text.isEmpty {
        // The line starts on a whole pixel; pieces behind it are set at quarters, as letters are.
        let quarters = Int((start * 4 + 0.5).rounded(.down))
        let shaped = try context.store.text(
          TextKey(run: piece.run, quarterPixels: quarters & 3), of: place
        ).1
        pieces.append(
          ExportedText.Piece(
            text: shaped, words: piece.run.text, color: piece.color,
            start: Double(quarters >> 2)))
        start += try context.store.text(TextKey(run: piece.run, quarterPixels: 0), of: place).1
          .advanceWidth
      }
      lines.append(pieces)
    }
    return ExportedText(
      isFine: isFine, lineHeight: layout.lineHeight, firstBaseline: layout.firstBaseline,
      lines: lines, isRightToLeft: layout.isRightToLeft)
  }
}
