package import PortableMath

extension Pixmap {
  /// Draws a part of a picture scaled over a rectangle with fractional edges.
  ///
  /// Uses bilinear interpolation with replicated edges. Suitable for scales of 1/2 and above.
  /// Intended for zooms, whose scale changes in every frame. For a constant scale it is better to
  /// resize the picture once.
  ///
  /// - Parameters:
  ///   - source: The part of the picture that fills `rect`. May exceed the picture.
  ///   - shape: A shape with anti-aliased edges that limits the drawing. Should be inside `rect`.
  ///     `nil` uses `rect`, whose fractional edges are weighted by area.
  ///   - opacity: 0 (transparent) to 255 (unchanged).
  ///   - clip: A rectangle in whole pixels. Nothing outside of it changes.
  package mutating func draw(
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
    var sampler = BilinearSampler(picture, source: source, in: rect, area: area)
    var row = RowCoverage.none
    for y in area.y..<area.maxY {
      if y == area.y || !coverage.repeatsRow(above: y) {
        row = coverage.rowCoverage(y, columns: area.x..<area.maxX, mask: &mask)
        if opacity < 255 {
          for index in 0..<row.touched.count { mask[index] = mask[index].scaled(by: opacity) }
        }
      }
      guard !row.touched.isEmpty else { continue }
      if opacity == 255, row.solid.count == area.width {
        let base = y * stride + area.x * 4
        var target = bytes.mutableSpan
        sampler.compositeRow(y, over: &target, base..<base + area.width * 4)
        continue
      }
      sampler.withRow(y) { over in
        var target = bytes.mutableSpan
        func byteRange(_ columns: Range<Int>, from start: Int) -> Range<Int> {
          start + columns.lowerBound * 4..<start + columns.upperBound * 4
        }
        RowKernel.sourceOver(
          &target, byteRange(row.solid, from: y * stride),
          source: over.extracting(byteRange(row.solid, from: -area.x * 4)), opacity: opacity)
        for ramp in [row.leadingRamp, row.trailingRamp] where !ramp.isEmpty {
          let start = ramp.lowerBound - row.touched.lowerBound
          RowKernel.sourceOver(
            &target, byteRange(ramp, from: y * stride),
            source: over.extracting(byteRange(ramp, from: -area.x * 4)),
            coverage: mask.span.extracting(start..<start + ramp.count))
        }
      }
    }
  }

  /// Draws a picture with an affine transform from its pixels to those of the canvas.
  ///
  /// Uses bilinear interpolation with replicated edges. Suitable for scales of 1/2 and above. The
  /// picture's edges and `outline` are anti-aliased.
  ///
  /// - Parameters:
  ///   - outline: A path in device pixels that limits the drawing. `nil` uses the picture's edges.
  ///   - opacity: 0 (transparent) to 255 (unchanged).
  ///   - clip: A rectangle in whole pixels. Nothing outside of it changes.
  package mutating func draw(
    _ picture: Pixmap, under map: AffineTransform, within outline: Path? = nil, opacity: UInt8,
    clip: PixelRect
  ) {
    let edges = outline ?? Path.rect(DeviceRect(picture.size.bounds)).transformed(by: map)
    guard opacity > 0, let inverse = map.inverse,
      let mask = PlacedMask(filling: edges, within: clip.intersection(size.bounds)),
      let sampled = picture.sampled(under: inverse, area: mask.bounds)
    else { return }
    draw(sampled, x: mask.x, y: mask.y, through: mask.scaled(by: opacity), clip: clip)
  }

  /// Returns the picture sampled at the pixels of `area`, which `inverse` maps to those of the
  /// picture. `nil` if `area` is empty.
  private func sampled(under inverse: AffineTransform, area: PixelRect) -> Pixmap? {
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let source = bytes.span
    let (lastX, lastY) = (Double(width - 1), Double(height - 1))
    return Pixmap(size: size) { target in
      var out = 0
      for row in 0..<area.height {
        for column in 0..<area.width {
          let position = inverse.apply(Double(area.x + column) + 0.5, Double(area.y + row) + 0.5)
          let u = max(0, min(lastX, position.x - 0.5))
          let v = max(0, min(lastY, position.y - 0.5))
          let (x, y) = (Int(u), Int(v))
          let across = UInt32((u - Double(x)) * 256)
          let down = UInt32((v - Double(y)) * 256)
          let right = min(x + 1, width - 1)
          let below = min(y + 1, height - 1)
          let (first, second) = ((y * width + x) * 4, (y * width + right) * 4)
          let (third, fourth) = ((below * width + x) * 4, (below * width + right) * 4)
          for channel in 0..<4 {
            let upper =
              UInt32(source[first + channel]) * (256 - across)
              + UInt32(source[second + channel]) * across
            let lower =
              UInt32(source[third + channel]) * (256 - across)
              + UInt32(source[fourth + channel]) * across
            target[out + channel] = UInt8(
              truncatingIfNeeded: (upper * (256 - down) + lower * down + 32768) >> 16)
          }
          out += 4
        }
      }
    }
  }
}
