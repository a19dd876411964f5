package import HeaderModel
import PortableMath
package import Raster
package import Typesetting

/// The masks of a text's pieces and their positions.
package struct ExportedText: Sendable {
  package struct Line: Sendable {
    package let isRightToLeft: Bool
    package let pieces: [Piece]
  }

  package struct Piece: Sendable {
    /// The set text in device pixels.
    package let text: ShapedText
    fileprivate let words: String
    /// The index of the first run with the piece's color.
    package let run: Int
    /// The distance from the line's start to the pen in device pixels.
    package let start: Double
  }

  package let values: LayerValues
  /// The width of the frame in points.
  package let width: Double
  /// Whether the point size depends on the offset. The text is then placed at quarters of a pixel.
  package let changesPointSize: Bool
  /// The distance between baselines in points.
  package let lineHeight: Double
  /// The distance from the top of the block to the first baseline in points.
  package let firstBaseline: Double
  package let lines: [Line]

  /// Whether another text with the same runs looks the same.
  package func isAlike(_ other: ExportedText) -> Bool {
    values.typesettingValues == other.values.typesettingValues
      && changesPointSize == other.changesPointSize
      && firstBaseline == other.firstBaseline
      && lines.map { $0.pieces.map(\.words) } == other.lines.map { $0.pieces.map(\.words) }
  }
}

/// A transparent picture and the position of its top left corner on the canvas in device pixels.
package typealias ExportedOverlay = (pixmap: Pixmap, x: Int, y: Int)

extension HeaderComposer {
  /// Returns the text of a text layer, set in the layer's frame, or `nil` if its point size is 0.
  package func exported(
    _ text: TextContent, of layer: LayerState
  ) throws(SceneError) -> ExportedText? {
    let drawing = TextDrawing(self, of: layer)
    guard let layout = try drawing.layout(of: text, in: layer.size) else { return nil }
    var lines: [ExportedText.Line] = []
    for (line, isRightToLeft) in zip(layout.lines, layout.isRightToLeft) {
      var pieces: [ExportedText.Piece] = []
      var start = 0.0
      for piece in line where !piece.run.text.isEmpty {
        // The line starts at a whole pixel. Later pieces are set at quarters of a pixel, as letters
        // are.
        let quarters = Int((start * 4 + 0.5).rounded(.down))
        let run = text.runs.firstIndex { ($0.color ?? text.color) == piece.color }
        pieces.append(
          ExportedText.Piece(
            text: try store.text(piece.run, quarters: quarters & 3, of: drawing.location).shaped,
            words: piece.run.text, run: run ?? 0, start: Double(quarters >> 2)))
        start += try store.text(piece.run, of: drawing.location).shaped.advanceWidth
      }
      lines.append(ExportedText.Line(isRightToLeft: isRightToLeft, pieces: pieces))
    }
    return ExportedText(
      values: text.values, width: layer.size.width, changesPointSize: drawing.changesPointSize,
      lineHeight: layout.lineHeight, firstBaseline: layout.firstBaseline, lines: lines)
  }

  package func statusBar(
    height: Double, look: StatusBarLook?, _ color: DocumentColor
  ) throws(SceneError) -> ExportedOverlay? {
    try overlay { frame throws(SceneError) in
      try frame.drawStatusBar(height: height, look: look, Color(color))
    }
  }

  /// Returns the parts around the screen and the pointer, or `nil` if neither is shown.
  package func surroundings() throws(SceneError) -> ExportedOverlay? {
    try overlay { frame throws(SceneError) in try frame.drawSurroundings() }
  }

  private func overlay(
    _ draw: (FrameDrawing) throws(SceneError) -> Void
  ) throws(SceneError) -> ExportedOverlay? {
    let frame = FrameDrawing(self)
    try draw(frame)
    guard !frame.commands.isEmpty else { return nil }
    let picture = CommandPainter(assets: assets)
      .paint(frame.commands, size: canvasSize, background: .clear)
    guard let ink = picture.inkBounds, let part = picture.cropped(to: ink) else { return nil }
    return (part, ink.x, ink.y)
  }
}

extension Pixmap {
  /// The bounding box of all pixels that are not transparent, or `nil` if there are none.
  fileprivate var inkBounds: PixelRect? {
    var bounds = PixelRect.empty
    for y in 0..<height {
      let row = bytes[(y * width * 4)..<((y + 1) * width * 4)]
      guard let first = row.firstIndex(where: { $0 != 0 }),
        let last = row.lastIndex(where: { $0 != 0 })
      else { continue }
      let (left, right) = ((first - row.startIndex) / 4, (last - row.startIndex) / 4)
      bounds = bounds.union(PixelRect(x: left, y: y, width: right + 1 - left, height: 1))
    }
    return bounds.isEmpty ? nil : bounds
  }
}
