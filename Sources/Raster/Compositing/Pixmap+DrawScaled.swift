extension Pixmap {
  /// Draws part of a picture over a rectangle, scaled and moved by fractions of a pixel.
  ///
  /// Bilinear, for scales of 1/2 and more; sampling is clamped to the picture's edges. Made for
  /// every frame of a zoom: a picture that keeps its size is better resized once.
  ///
  /// - Parameters:
  ///   - source: the part of the picture that fills `rect`; may exceed the picture.
  ///   - shape: limits what is painted, with anti-aliased edges, and should lie inside `rect`;
  ///     without it the edges of `rect` do, in proportion to the area covered.
  ///   - opacity: 0 nothing ... 255 as it is.
  ///   - clip: whole pixels outside of which nothing changes.
  public mutating func draw(
    _ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, shape: RoundedRectangle?,
    opacity: UInt8, clip: PixelRect
  ) {
    guard opacity > 0, !source.isEmpty, !rect.isEmpty,
      (source.x + source.y + source.maxX + source.maxY).isFinite,
      let coverage = RoundedCoverage(shape ?? RoundedRectangle(rect, cornerRadius: 0))
    else { return }
    let area = coverage.bounds.intersection(rect.enclosingPixels).intersection(clip)
      .intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    var mask: [UInt8] = []
    var sampler = PictureSampler(picture, source: source, in: rect, area: area)
    for y in area.y..<area.maxY {
      let row = coverage.row(y, columns: area.x..<area.maxX, mask: &mask)
      guard !row.touched.isEmpty else { continue }
      if opacity < 255 {
        for index in 0..<row.touched.count {
          mask[index] = UInt8(
            RowKernel.dividedBy255(UInt16(mask[index]) * UInt16(opacity)))
        }
      }
      sampler.row(y) { over in
        var target = bytes.mutableSpan
        func part(_ columns: Range<Int>) -> (place: Range<Int>, from: Range<Int>) {
          (
            y * stride + columns.lowerBound * 4..<y * stride + columns.upperBound * 4,
            (columns.lowerBound - area.x) * 4..<(columns.upperBound - area.x) * 4
          )
        }
        let solid = part(row.solid)
        if opacity == 255 {
          RowKernel.sourceOver(&target, solid.place, source: over.extracting(solid.from))
        } else {
          RowKernel.sourceOver(
            &target, solid.place, source: over.extracting(solid.from), opacity: opacity)
        }
        for ramp in [row.leadingRamp, row.trailingRamp] where !ramp.isEmpty {
          let (place, from) = part(ramp)
          let start = ramp.lowerBound - row.touched.lowerBound
          RowKernel.sourceOver(
            &target, place, source: over.extracting(from),
            coverage: mask.span.extracting(start..<start + ramp.count))
        }
      }
    }
  }
}
