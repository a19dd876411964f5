package import PortableMath

extension Pixmap {
  /// Paints a colour through a mask whose top left pixel lies on (x, y).
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func draw(_ mask: CoverageMask, x: Int, y: Int, color: Color, clip: PixelRect) {
    let placed = PixelRect(x: x, y: y, width: mask.width, height: mask.height)
    let area = placed.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty, color.alpha > 0 else { return }
    let stride = width * 4
    let solidColor = SolidColor(color)
    let source = mask.bytes.span
    var target = bytes.mutableSpan
    for row in area.y..<area.maxY {
      let from = (row - y) * mask.width + area.x - x
      let base = row * stride + area.x * 4
      RowKernel.blend(
        &target, base..<base + area.width * 4, color: solidColor,
        coverage: source.extracting(from..<from + area.width))
    }
  }

  /// Paints a colour through a mask that fills `rect`: moved by a fraction, scaled, or both.
  ///
  /// Bilinear; beyond the mask's edge there is nothing, so its edges fade to 0 over one mask pixel.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func draw(
    _ mask: CoverageMask, in rect: DeviceRect, color: Color, clip: PixelRect
  ) {
    guard color.alpha > 0, !rect.isEmpty, (rect.x + rect.y + rect.maxX + rect.maxY).isFinite
    else { return }
    if rect.width == Double(mask.width), rect.height == Double(mask.height),
      let exact = rect.exactPixels
    {
      return draw(mask, x: exact.x, y: exact.y, color: color, clip: clip)
    }
    // Half a mask pixel on each side still receives something.
    let marginX = rect.width / Double(mask.width) / 2
    let marginY = rect.height / Double(mask.height) / 2
    let area = DeviceRect(
      x: rect.x - marginX, y: rect.y - marginY, width: rect.width + 2 * marginX,
      height: rect.height + 2 * marginY
    ).enclosingPixels.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let solidColor = SolidColor(color)
    let scaled = MaskSampler(mask, in: rect, columns: area.x..<area.maxX)
    var coverage = [UInt8](repeating: 0, count: area.width)
    var target = bytes.mutableSpan
    for y in area.y..<area.maxY {
      scaled.row(y, into: &coverage)
      let base = y * stride + area.x * 4
      RowKernel.blend(
        &target, base..<base + area.width * 4, color: solidColor, coverage: coverage.span)
    }
  }
}

/// Bilinear samples of a mask stretched over a rectangle, with nothing around it.
struct MaskSampler {
  private let mask: CoverageMask
  private let rect: DeviceRect
  /// For each output column the left neighbour, −1 ... width − 1, and the right one's fraction.
  private let columns: [Tap]

  private struct Tap {
    let index: Int
    /// In 1/256.
    let fraction: Int
  }

  init(_ mask: CoverageMask, in rect: DeviceRect, columns: Range<Int>) {
    self.mask = mask
    self.rect = rect
    self.columns = columns.map {
      Self.tap($0, start: rect.x, length: rect.width, count: mask.width)
    }
  }

  private static func tap(_ pixel: Int, start: Double, length: Double, count: Int) -> Tap {
    let position = (Double(pixel) + 0.5 - start) * Double(count) / length - 0.5
    let clamped = max(-1, min(Double(count), position))
    let index = clamped.rounded(.down)
    return Tap(index: Int(index), fraction: Int(((clamped - index) * 256).rounded()))
  }

  /// Coverage of the columns in row `y`; `coverage` must hold one byte a column.
  func row(_ y: Int, into coverage: inout [UInt8]) {
    let tap = Self.tap(y, start: rect.y, length: rect.height, count: mask.height)
    let width = mask.width
    let bytes = mask.bytes
    func value(_ column: Int, _ row: Int) -> Int {
      column >= 0 && column < width && row >= 0 && row < mask.height
        ? Int(bytes[row * width + column]) : 0
    }
    for index in columns.indices {
      let column = columns[index]
      func across(_ row: Int) -> Int {
        value(column.index, row) * (256 - column.fraction) + value(column.index + 1, row)
          * column.fraction
      }
      let sum = across(tap.index) * (256 - tap.fraction) + across(tap.index + 1) * tap.fraction
      coverage[index] = UInt8((sum + 32768) >> 16)
    }
  }
}
