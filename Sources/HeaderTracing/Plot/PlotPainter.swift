import FileAccess
import PortableMath
import Raster
import Typesetting

/// Paints the elements of a plot into a pixmap.
struct PlotPainter {
  private let typesetter: Typesetter
  /// The number of pixels per unit of the drawing.
  private let scale: Double
  private var canvas: Pixmap

  /// Renders a plot.
  /// - Throws: `HeaderKitError` if the canvas has no pixels or a text cannot be typeset.
  static func picture(of plot: Plot, scale: Int = 2) throws(HeaderKitError) -> Pixmap {
    let drawing = PlotDrawing(plot)
    let factor = Double(scale)
    let size = PixelSize(
      width: Int((drawing.width * factor).rounded(.up)),
      height: Int((drawing.height * factor).rounded(.up)))
    guard let size else {
      throw HeaderKitError(.usage, reason: "a plot at scale \(scale) has no pixels")
    }
    do {
      var painter = PlotPainter(
        typesetter: try Typesetter(), scale: factor, canvas: Pixmap(size: size))
      for mark in drawing.marks { try painter.paint(mark) }
      return painter.canvas
    } catch {
      throw HeaderKitError(.noInput, reason: "the plot's texts: \(error)")
    }
  }

  private mutating func paint(_ mark: PlotMark) throws(TypesettingError) {
    let all = canvas.size.bounds
    switch mark {
    case .fill(let x, let y, let width, let height, let color):
      canvas.fill(
        DeviceRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale),
        with: color, clip: all)
    case .line(let points, let width, let color): strokeLine(points, width: width, color, clip: all)
    case .text(let text, let x, let baseline, let anchor, let color):
      let run = TextRun(text, style: TextStyle(pointSize: PlotDrawing.textSize))
      let shaped = try typesetter.shape(run, scale: scale)
      guard let mask = shaped.mask else { return }
      let shift = shaped.advanceWidth * anchor.rawValue
      let placed = PlacedMask(
        mask, x: Int((x * scale - shift).rounded()) + shaped.ink.x,
        y: Int((baseline * scale).rounded()) + shaped.ink.y)
      canvas.draw(placed, color: color, clip: all)
    }
  }

  /// Strokes a line in sections of 256 segments, each with a mask of its own size. Segments within a
  /// section join without a seam, and the cost of a mask is bounded for any number of points.
  private mutating func strokeLine(
    _ points: [Plot.Point], width: Double, _ color: Color, clip: PixelRect
  ) {
    let stretch = 256
    let margin = (width * scale).rounded(.up) + 1
    for first in stride(from: 0, to: max(1, points.count - 1), by: stretch) {
      let part = points[first..<min(points.count, first + stretch + 1)]
      let (across, down) = (part.map { $0.x * scale }, part.map { $0.y * scale })
      guard let left = across.min(), let right = across.max(), let top = down.min(),
        let bottom = down.max()
      else { continue }
      let (x, y) = ((left - margin).rounded(.down), (top - margin).rounded(.down))
      var path = Path()
      path.moveTo(across[0] - x, down[0] - y)
      for (px, py) in zip(across, down).dropFirst() { path.lineTo(px - x, py - y) }
      guard
        let size = PixelSize(
          width: Int((right + margin - x).rounded(.up)),
          height: Int((bottom + margin - y).rounded(.up))),
        let mask = CoverageMask(stroking: path, width: width * scale, size: size)
      else { continue }
      canvas.draw(PlacedMask(mask, x: Int(x), y: Int(y)), color: color, clip: clip)
    }
  }
}
