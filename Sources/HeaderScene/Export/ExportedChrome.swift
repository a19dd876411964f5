package import HeaderModel
import PortableMath
package import Raster

/// A picture with transparency, and where it lies on the canvas.
package struct ExportedOverlay: Sendable {
  package let pixmap: Pixmap
  /// Device pixels.
  package let x: Int
  package let y: Int
}

/// An icon as SVG path data in points.
package struct ExportedIcon: Sendable {
  package let data: String
  /// The box that the data is made for, points.
  package let width: Double
  package let height: Double
  /// Of a shape made of lines, points; nil: one that is filled.
  package let lineWidth: Double?
}

extension HeaderComposer {
  package func statusBar(
    height: Double, look: StatusBarLook?, _ color: DocumentColor
  ) throws(SceneError) -> ExportedOverlay? {
    try overlay { builder throws(SceneError) in
      try StatusBarDrawing(context: context)
        .draw(height: height, look: look, Color(color), to: &builder)
    }
  }

  /// The window around the screen and the pointer over it; nil where neither is shown.
  package func surroundings() throws(SceneError) -> ExportedOverlay? {
    try overlay { builder throws(SceneError) in
      try SurroundingsDrawing(context: context).draw(to: &builder)
    }
  }

  package func exported(_ icon: IconShape, of layer: LayerState) -> ExportedIcon? {
    let (width, height) = (layer.size.width, layer.size.height)
    guard width > 0, height > 0,
      let outline = IconMask.outline(of: icon, width: width, height: height)
    else { return nil }
    return ExportedIcon(
      data: outline.path.svgData, width: width, height: height, lineWidth: outline.lineWidth)
  }

  private func overlay(
    _ draw: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) -> ExportedOverlay? {
    var builder = CommandBuilder(
      scale: context.store.scale, bounds: canvasSize.bounds, screenTop: screenTop,
      screenLeft: screenLeft)
    try draw(&builder)
    guard !builder.commands.isEmpty else { return nil }
    let picture = CommandPainter(assets: assets)
      .paint(builder.commands, size: canvasSize, background: .clear)
    guard let ink = picture.inkBounds, let part = picture.cropped(to: ink) else { return nil }
    return ExportedOverlay(pixmap: part, x: ink.x, y: ink.y)
  }
}

extension Pixmap {
  /// The rectangle around all pixels that are not transparent.
  fileprivate var inkBounds: PixelRect? {
    var rows: ClosedRange<Int>?
    var columns: ClosedRange<Int>?
    for y in 0..<height {
      let row = bytes[(y * width * 4)..<((y + 1) * width * 4)]
      guard let first = row.firstIndex(where: { $0 != 0 }),
        let last = row.lastIndex(where: { $0 != 0 })
      else { continue }
      let (left, right) = ((first - row.startIndex) / 4, (last - row.startIndex) / 4)
      rows = (rows?.lowerBound ?? y)...y
      columns = min(columns?.lowerBound ?? left, left)...max(columns?.upperBound ?? right, right)
    }
    guard let rows, let columns else { return nil }
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
