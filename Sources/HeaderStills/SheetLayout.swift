import FileAccess
import PortableMath
import Raster
import Typesetting

/// Places thumbnails in a grid with labels.
struct SheetLayout {
  /// One row: its label and the height of its cells.
  struct Row {
    let label: String
    let height: Int
  }

  let columns: [String]
  let rows: [Row]
  let cellWidth: Int

  private static let margin = 16
  private static let labelHeight = 26

  /// Of the whole sheet; throws for more than `limit` pixels.
  func size(limit: Int) throws(HeaderKitError) -> PixelSize {
    let width = SheetLayout.margin + columns.count * (cellWidth + SheetLayout.margin)
    let height =
      SheetLayout.labelHeight + SheetLayout.margin / 2
      + rows.reduce(0) { $0 + SheetLayout.labelHeight + $1.height + SheetLayout.margin }
    guard let size = PixelSize(width: width, height: height), size.area <= limit else {
      throw HeaderKitError(
        .badData, subject: .place("sheet"),
        reason: "\(width.grouped) x \(height.grouped) pixels are too large",
        remedy: "choose fewer rows or columns, or raise the limit with \(.canvasPixelLimit)")
    }
    return size
  }

  /// Paints row by row; `cells` gives the thumbnails of one, from left to right.
  func paint(
    size: PixelSize, fontFolder: String?, cells: (Int) throws(HeaderKitError) -> [Pixmap]
  ) throws(HeaderKitError) -> Pixmap {
    var sheet = Pixmap(size: size, fill: Color(rgb: 0xF2F2F7))
    let labels = try SheetLabels(fontFolder: fontFolder)
    for (index, column) in columns.enumerated() {
      let center = SheetLayout.margin + index * (cellWidth + SheetLayout.margin) + cellWidth / 2
      try labels.draw(column, centeredAt: center, baseline: 20, onto: &sheet)
    }
    var top = SheetLayout.labelHeight
    for (number, row) in rows.enumerated() {
      try labels.draw(row.label, at: SheetLayout.margin, baseline: top + 18, onto: &sheet)
      top += SheetLayout.labelHeight
      for (index, cell) in try cells(number).enumerated() {
        let x = SheetLayout.margin + index * (cellWidth + SheetLayout.margin)
        sheet.draw(cell, x: x, y: top, opacity: 255, clip: size.bounds)
      }
      top += row.height + SheetLayout.margin
    }
    return sheet
  }
}

/// Small dark labels.
private struct SheetLabels {
  private let typesetter: Typesetter

  init(fontFolder: String?) throws(HeaderKitError) {
    do {
      typesetter = try Typesetter(fontFolder: fontFolder)
    } catch {
      throw HeaderKitError(.noInput, reason: MessageText(error.description))
    }
  }

  func draw(
    _ text: String, at x: Int = 0, centeredAt center: Int? = nil, baseline: Int,
    onto sheet: inout Pixmap
  ) throws(HeaderKitError) {
    let shaped: ShapedText
    do {
      shaped = try typesetter.shape(
        TextRun(text, style: .system(pointSize: 14, weight: .medium)), scale: 1)
    } catch {
      throw HeaderKitError(.badData, reason: MessageText(error.description))
    }
    guard let mask = shaped.mask else { return }
    let left = center.map { $0 - Int(shaped.advanceWidth / 2) } ?? x
    sheet.draw(
      mask, x: left + shaped.ink.x, y: baseline + shaped.ink.y, color: Color(rgb: 0x3A3A3C),
      clip: sheet.size.bounds)
  }
}
