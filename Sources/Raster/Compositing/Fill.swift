package import Numerics

extension Pixmap {
  /// Fills a rectangle; a fractional edge covers its pixels in proportion to the area.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func fill(_ rect: DeviceRect, with color: Color, clip: PixelRect) {
    fill(RoundedRectangle(rect, cornerRadius: 0), with: color, clip: clip)
  }

  /// Fills a rounded rectangle with anti-aliased corners.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func fill(_ shape: RoundedRectangle, with color: Color, clip: PixelRect) {
    guard color.alpha > 0, let coverage = RoundedCoverage(shape) else { return }
    let area = coverage.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let solidColor = SolidColor(color)
    var mask: [UInt8] = []
    var target = bytes.mutableSpan
    if solidColor.alpha == 255, area.width * 4 == stride, shape.cornerRadius <= 0,
      shape.rect.exactPixels != nil
    {
      return RowKernel.fill(
        &target, area.y * stride..<area.maxY * stride, pixel: solidColor.pixel)
    }
    for y in area.y..<area.maxY {
      let row = coverage.row(y, columns: area.x..<area.maxX, mask: &mask)
      let base = y * stride
      let solid = base + row.solid.lowerBound * 4..<base + row.solid.upperBound * 4
      if solidColor.alpha == 255 {
        RowKernel.fill(&target, solid, pixel: solidColor.pixel)
      } else {
        RowKernel.blend(&target, solid, color: solidColor)
      }
      Self.blendRamp(&target, base, row, row.leadingRamp, mask, solidColor)
      Self.blendRamp(&target, base, row, row.trailingRamp, mask, solidColor)
    }
  }

  /// Blends a ramp of a row that begins at byte `base`.
  private static func blendRamp(
    _ target: inout MutableSpan<UInt8>, _ base: Int, _ row: RowCoverage, _ ramp: Range<Int>,
    _ mask: [UInt8], _ color: SolidColor
  ) {
    guard !ramp.isEmpty else { return }
    let start = ramp.lowerBound - row.touched.lowerBound
    RowKernel.blend(
      &target, base + ramp.lowerBound * 4..<base + ramp.upperBound * 4, color: color,
      coverage: mask.span.extracting(start..<start + ramp.count))
  }

  /// Draws a line of constant width along the inside of a rounded rectangle's edge.
  ///
  /// - Parameters:
  ///   - lineWidth: device pixels; the line fills the shape once it is half the shorter side.
  ///   - clip: whole pixels outside of which nothing changes.
  package mutating func stroke(
    _ shape: RoundedRectangle, lineWidth: Double, with color: Color, clip: PixelRect
  ) {
    guard lineWidth > 0, color.alpha > 0, let outer = RoundedCoverage(shape) else { return }
    let rect = shape.rect
    let hole = RoundedCoverage(
      RoundedRectangle(
        DeviceRect(
          x: rect.x + lineWidth, y: rect.y + lineWidth, width: rect.width - 2 * lineWidth,
          height: rect.height - 2 * lineWidth),
        cornerRadius: outer.radius - lineWidth))
    guard let hole else { return fill(shape, with: color, clip: clip) }
    let area = outer.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let solidColor = SolidColor(color)
    var mask: [UInt8] = []
    var holeMask: [UInt8] = []
    var line = [UInt8](repeating: 0, count: area.width)
    var target = bytes.mutableSpan
    for y in area.y..<area.maxY {
      let row = outer.row(y, columns: area.x..<area.maxX, mask: &mask)
      let inner = hole.row(y, columns: row.touched, mask: &holeMask)
      // Nothing is drawn where the hole is solid.
      let parts =
        inner.solid.isEmpty
        ? (row.touched, row.touched.upperBound..<row.touched.upperBound)
        : (
          row.touched.lowerBound..<inner.solid.lowerBound,
          inner.solid.upperBound..<row.touched.upperBound
        )
      for part in [parts.0, parts.1] where !part.isEmpty {
        for x in part {
          let covered = row.value(x, mask)
          line[x - part.lowerBound] = covered - min(covered, inner.value(x, holeMask))
        }
        RowKernel.blend(
          &target, y * stride + part.lowerBound * 4..<y * stride + part.upperBound * 4,
          color: solidColor,
          coverage: line.span.extracting(0..<part.count))
      }
    }
  }
}
