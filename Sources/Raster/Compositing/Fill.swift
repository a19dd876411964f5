package import PortableMath

extension Pixmap {
  // None of these functions changes pixels outside of `clip`, which is in whole pixels.

  /// Fills a rectangle. The coverage of pixels at fractional edges is proportional to their area.
  package mutating func fill(_ rect: DeviceRect, with color: Color, clip: PixelRect) {
    fill(RoundedRectangle(rect, cornerRadius: 0), with: color, clip: clip)
  }

  /// Fills a rounded rectangle with anti-aliased corners.
  package mutating func fill(_ shape: RoundedRectangle, with color: Color, clip: PixelRect) {
    fillShape(shape, without: nil, color, clip)
  }

  /// Strokes the inside of a rounded rectangle's edge.
  ///
  /// - Parameter lineWidth: The width in device pixels. From half the shorter side on, the shape is
  ///   filled.
  package mutating func stroke(
    _ shape: RoundedRectangle, lineWidth: Double, with color: Color, clip: PixelRect
  ) {
    guard lineWidth > 0, let outer = RoundedCoverage(shape) else { return }
    let hole = RoundedRectangle(
      shape.rect.inset(by: lineWidth), cornerRadius: outer.radius - lineWidth)
    fillShape(shape, without: RoundedCoverage(hole), color, clip)
  }

  /// Fills a shape except for a hole in it.
  private mutating func fillShape(
    _ shape: RoundedRectangle, without hole: RoundedCoverage?, _ color: Color, _ clip: PixelRect
  ) {
    guard color.alpha > 0, let outer = RoundedCoverage(shape) else { return }
    let area = outer.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let color = SolidColor(color)
    var target = bytes.mutableSpan
    if hole == nil, color.alpha == 255, area.width * 4 == stride, shape.cornerRadius <= 0,
      shape.rect.exactPixels != nil
    {
      return RowKernel.fill(&target, area.y * stride..<area.maxY * stride, pixel: color.pixel)
    }
    var mask: [UInt8] = []
    var holeMask: [UInt8] = []
    var line = [UInt8](repeating: 0, count: hole == nil ? 0 : area.width)
    var row = RowCoverage.none
    var inner = RowCoverage.none
    for y in area.y..<area.maxY {
      let base = y * stride
      let isRepeated =
        y > area.y && outer.repeatsRow(above: y) && hole?.repeatsRow(above: y) ?? true
      if !isRepeated {
        row = outer.rowCoverage(y, columns: area.x..<area.maxX, mask: &mask)
        inner = hole?.rowCoverage(y, columns: row.touched, mask: &holeMask) ?? RowCoverage.none
      }
      if inner.touched.isEmpty {
        let solid = base + row.solid.lowerBound * 4..<base + row.solid.upperBound * 4
        if color.alpha == 255 {
          RowKernel.fill(&target, solid, pixel: color.pixel)
        } else {
          RowKernel.blend(&target, solid, color: color)
        }
        Self.blendRowPart(&target, base, row.leadingRamp, of: row.touched, mask, color)
        Self.blendRowPart(&target, base, row.trailingRamp, of: row.touched, mask, color)
        continue
      }
      // Nothing is drawn between the two, where the coverage of the hole is 255.
      let before = row.touched.lowerBound..<inner.solid.lowerBound
      let after = inner.solid.upperBound..<row.touched.upperBound
      if !isRepeated {
        Self.writeCoverage(to: &line, before, row, mask, without: inner, holeMask)
        Self.writeCoverage(to: &line, after, row, mask, without: inner, holeMask)
      }
      Self.blendRowPart(&target, base, before, of: row.touched, line, color)
      Self.blendRowPart(&target, base, after, of: row.touched, line, color)
    }
  }

  /// Writes the coverage of a part of a row, minus that of the hole, to a mask that starts at the
  /// row's first touched column.
  private static func writeCoverage(
    to line: inout [UInt8], _ part: Range<Int>, _ row: RowCoverage, _ mask: [UInt8],
    without hole: RowCoverage, _ holeMask: [UInt8]
  ) {
    for x in part {
      let covered = row.value(x, mask)
      line[x - row.touched.lowerBound] = covered - min(covered, hole.value(x, holeMask))
    }
  }

  /// Blends a part of the row that starts at byte `base`, through a mask that starts at the first
  /// column of `touched`.
  private static func blendRowPart(
    _ target: inout MutableSpan<UInt8>, _ base: Int, _ part: Range<Int>, of touched: Range<Int>,
    _ mask: [UInt8], _ color: SolidColor
  ) {
    guard !part.isEmpty else { return }
    let start = part.lowerBound - touched.lowerBound
    RowKernel.blend(
      &target, base + part.lowerBound * 4..<base + part.upperBound * 4, color: color,
      coverage: mask.span.extracting(start..<start + part.count))
  }

  /// Blends a color over the painted pixels without changing their alpha (source-atop of Porter and
  /// Duff, 1984).
  package mutating func tint(with color: Color) {
    guard color.alpha > 0 else { return }
    let over = SolidColor(color).premultiplied
    let rest = UInt16(255 - color.alpha)
    let count = size.area
    var target = bytes.mutableSpan
    for pixel in 0..<count {
      let alpha = UInt16(target[pixel * 4 + 3])
      guard alpha > 0 else { continue }
      for channel in 0..<3 {
        let under = UInt16(target[pixel * 4 + channel])
        target[pixel * 4 + channel] = UInt8(
          truncatingIfNeeded: RowKernel.dividedBy255(UInt16(over[channel]) * alpha + under * rest))
      }
    }
  }
}
