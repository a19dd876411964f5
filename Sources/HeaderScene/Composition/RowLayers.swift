import HeaderModel
import Raster

/// The rows of a table that can be seen.
struct RowLayers {
  let context: SceneContext
  let look: RowLook

  func add(_ state: HeaderState, to builder: inout LayerBuilder) throws(SceneError) {
    guard let rows = state.rows, rows.count > 0, rows.pitch > 0 else { return }
    let first = max(0, Int(((0 - rows.firstTop) / rows.pitch).rounded(.down)) - 1)
    let last = min(
      rows.count - 1, Int(((context.device.height - rows.firstTop) / rows.pitch).rounded(.up)))
    guard first <= last else { return }
    for index in first...last {
      // Rows lie on whole pixels of the content, and move by fractions with it.
      let way = builder.wholePixels(rows.pitch * Double(index))
      let next = builder.wholePixels(rows.pitch * Double(index + 1))
      try addRow(index, top: rows.firstTop + way, height: next - way, to: &builder)
    }
  }

  private func addRow(
    _ index: Int, top: Double, height: Double, to builder: inout LayerBuilder
  ) throws(SceneError) {
    let pressed = context.document.furniture.pressedRow
    let line = 1 / builder.scale
    if index == pressed {
      builder.fill(
        PointRect(x: 0, y: top - line, width: context.width, height: height + line),
        context.palette.pressedRow)
    }
    try builder.text(
      context.run(
        context.texts.row(index), look.pointSize, maximumWidth: context.width - 2 * look.textX),
      .left(look.textX), top: top, baseline: look.baseline, context.palette.text)
    if let separator = look.separator, index != pressed, index + 1 != pressed {
      builder.hairline(
        x: look.textX, y: top + height - line, width: context.width - look.textX, separator)
    }
  }
}
