extension Pixmap {
  /// Fills a rectangle; a fractional edge covers its pixels in proportion to the area.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  public mutating func fill(_ rect: DeviceRect, with color: Color, clip: PixelRect) {
    fill(RoundedRectangle(rect, cornerRadius: 0), with: color, clip: clip)
  }

  /// Fills a rounded rectangle with anti-aliased corners.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  public mutating func fill(_ shape: RoundedRectangle, with color: Color, clip: PixelRect) {
    guard color.alpha > 0, let coverage = RoundedCoverage(shape) else { return }
    let area = coverage.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let ink = Ink(color)
    var mask: [UInt8] = []
    var target = bytes.mutableSpan
    for y in area.y..<area.maxY {
      let row = coverage.row(y, columns: area.x..<area.maxX, mask: &mask)
      let base = y * stride
      let solid = base + row.solid.lowerBound * 4..<base + row.solid.upperBound * 4
      if ink.alpha == 255 {
        RowKernel.fill(&target, solid, pixel: ink.pixel)
      } else {
        RowKernel.blend(&target, solid, ink: ink)
      }
      for ramp in [
        row.touched.lowerBound..<row.solid.lowerBound,
        row.solid.upperBound..<row.touched.upperBound,
      ] where !ramp.isEmpty {
        let start = ramp.lowerBound - row.touched.lowerBound
        RowKernel.blend(
          &target, base + ramp.lowerBound * 4..<base + ramp.upperBound * 4, ink: ink,
          coverage: mask.span.extracting(start..<start + ramp.count))
      }
    }
  }

  /// Draws a line of constant width along the inside of a rounded rectangle's edge.
  ///
  /// - Parameters:
  ///   - lineWidth: device pixels; the line fills the shape once it is half the shorter side.
  ///   - clip: whole pixels outside of which nothing changes.
  public mutating func stroke(
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
    let ink = Ink(color)
    var mask: [UInt8] = []
    var holeMask: [UInt8] = []
    var target = bytes.mutableSpan
    for y in area.y..<area.maxY {
      let row = outer.row(y, columns: area.x..<area.maxX, mask: &mask)
      guard !row.touched.isEmpty else { continue }
      let inner = hole.row(y, columns: row.touched, mask: &holeMask)
      let first = row.touched.lowerBound
      for x in row.solid { mask[x - first] = 255 }
      for x in inner.touched where !inner.solid.contains(x) {
        mask[x - first] -= min(mask[x - first], holeMask[x - inner.touched.lowerBound])
      }
      for x in inner.solid { mask[x - first] = 0 }
      let base = y * stride
      RowKernel.blend(
        &target, base + first * 4..<base + row.touched.upperBound * 4, ink: ink,
        coverage: mask.span.extracting(0..<row.touched.count))
    }
  }
}
