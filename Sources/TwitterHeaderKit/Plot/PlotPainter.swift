package import Raster
internal import Typesetting

/// Draws a plot as a picture.
struct PlotPainter {
  private let typesetter: Typesetter
  /// Pixels per unit of the drawing.
  private let scale: Double
  private var canvas: Pixmap

  /// The finished picture; throws if the canvas has no size or a text cannot be set.
  static func picture(of plot: Plot, scale: Int) throws(HeaderKitError) -> Pixmap {
    let drawing = PlotDrawing(plot)
    let factor = Double(scale)
    guard
      let size = PixelSize(
        width: Int((drawing.width * factor).rounded(.up)),
        height: Int((drawing.height * factor).rounded(.up)))
    else {
      throw HeaderKitError(.usage, reason: "a plot at scale \(scale) has no pixels")
    }
    do {
      var painter = PlotPainter(
        typesetter: try Typesetter(), scale: factor, canvas: Pixmap(size: size))
      for mark in drawing.marks {
        try painter.draw(mark)
      }
      return painter.canvas
    } catch {
      throw HeaderKitError(.noInput, reason: "the plot's texts: \(error)")
    }
  }

  private mutating func draw(_ mark: PlotMark) throws(TypesettingError) {
    let all = canvas.size.bounds
    switch mark {
    case .fill(let x, let y, let width, let height, let color):
      canvas.fill(
        DeviceRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale),
        with: color, clip: all)
    case .line(let points, let width, let color):
      draw(points, width: width, color, clip: all)
    case .text(let text, let x, let baseline, let anchor, let color):
      let run = TextRun(text, style: TextStyle(pointSize: PlotDrawing.textSize))
      let shaped = try typesetter.shape(run, scale: scale)
      let shift: Double =
        switch anchor {
        case .start: 0
        case .middle: shaped.advanceWidth / 2
        case .end: shaped.advanceWidth
        }
      guard let mask = shaped.mask else { return }
      canvas.draw(
        mask, x: Int((x * scale - shift).rounded()) + shaped.ink.x,
        y: Int((baseline * scale).rounded()) + shaped.ink.y, color: color, clip: all)
    }
  }

  /// One piece after the other, each in a mask of its own size, so that a long line needs no more
  /// memory than a short one. Pieces overlap where they meet; the colour is opaque.
  private mutating func draw(
    _ points: [Plot.Point], width: Double, _ color: Color, clip: PixelRect
  ) {
    let margin = (width * scale).rounded(.up) + 1
    for (a, b) in zip(points, points.dropFirst()) {
      let left = (min(a.x, b.x) * scale - margin).rounded(.down)
      let top = (min(a.y, b.y) * scale - margin).rounded(.down)
      let right = (max(a.x, b.x) * scale + margin).rounded(.up)
      let bottom = (max(a.y, b.y) * scale + margin).rounded(.up)
      var path = Path()
      path.moveTo(a.x * scale - left, a.y * scale - top)
      path.lineTo(b.x * scale - left, b.y * scale - top)
      guard let size = PixelSize(width: Int(right - left), height: Int(bottom - top)),
        let mask = CoverageMask(stroking: path, width: width * scale, size: size, cap: .round)
      else { continue }
      canvas.draw(mask, x: Int(left), y: Int(top), color: color, clip: clip)
    }
  }
}

extension Plot {
  /// The plot as an opaque picture of `scale` pixels per unit; throws if there is no font.
  package func picture(scale: Int = 2) throws(HeaderKitError) -> Pixmap {
    try PlotPainter.picture(of: self, scale: scale)
  }
}
