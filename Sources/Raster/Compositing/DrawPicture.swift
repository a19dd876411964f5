package import PortableMath

extension Pixmap {
  /// Draws a picture at whole pixels: a copy where it is opaque, premultiplied source-over elsewhere.
  ///
  /// - Parameters:
  ///   - opacity: 0 nothing ... 255 as it is.
  ///   - clip: whole pixels outside of which nothing changes.
  package mutating func draw(_ picture: Pixmap, x: Int, y: Int, opacity: UInt8, clip: PixelRect) {
    let placed = PixelRect(x: x, y: y, width: picture.width, height: picture.height)
    let area = placed.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty, opacity > 0 else { return }
    let stride = width * 4
    let source = picture.bytes.span
    var target = bytes.mutableSpan
    for row in area.y..<area.maxY {
      let from = ((row - y) * picture.width + area.x - x) * 4
      let base = row * stride + area.x * 4
      let over = source.extracting(from..<from + area.width * 4)
      if opacity == 255 {
        RowKernel.sourceOver(&target, base..<base + area.width * 4, source: over)
      } else {
        RowKernel.sourceOver(&target, base..<base + area.width * 4, source: over, opacity: opacity)
      }
    }
  }

  /// Draws a picture through a mask of its own size, whose top left pixel lies on (x, y).
  ///
  /// Premultiplied source-over; what mask and picture do not share is not drawn.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func draw(
    _ picture: Pixmap, through mask: CoverageMask, x: Int, y: Int, clip: PixelRect
  ) {
    let placed = PixelRect(
      x: x, y: y, width: min(picture.width, mask.width),
      height: min(picture.height, mask.height))
    let area = placed.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let stride = width * 4
    let source = picture.bytes.span
    let coverage = mask.bytes.span
    var target = bytes.mutableSpan
    for row in area.y..<area.maxY {
      let from = ((row - y) * picture.width + area.x - x) * 4
      let maskFrom = (row - y) * mask.width + area.x - x
      let base = row * stride + area.x * 4
      RowKernel.sourceOver(
        &target, base..<base + area.width * 4,
        source: source.extracting(from..<from + area.width * 4),
        coverage: coverage.extracting(maskFrom..<maskFrom + area.width))
    }
  }

  /// Mixes two opaque pictures of one size into place: `over` at `alpha`, `under` for the rest.
  ///
  /// Each byte is (over · alpha + under · (255 − alpha)) / 255, correctly rounded; what was there
  /// before does not show through. Nothing is drawn if the sizes differ.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func drawCrossfade(
    from under: Pixmap, to over: Pixmap, alpha: UInt8, x: Int, y: Int, clip: PixelRect
  ) {
    let placed = PixelRect(x: x, y: y, width: under.width, height: under.height)
    let area = placed.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty, under.size == over.size else { return }
    let stride = width * 4
    let underSpan = under.bytes.span
    let overSpan = over.bytes.span
    var target = bytes.mutableSpan
    for row in area.y..<area.maxY {
      let from = ((row - y) * under.width + area.x - x) * 4
      let base = row * stride + area.x * 4
      let range = from..<from + area.width * 4
      switch alpha {
      case 0:
        RowKernel.copy(&target, base..<base + area.width * 4, from: underSpan.extracting(range))
      case 255:
        RowKernel.copy(&target, base..<base + area.width * 4, from: overSpan.extracting(range))
      default:
        RowKernel.crossfade(
          &target, base..<base + area.width * 4, from: underSpan.extracting(range),
          to: overSpan.extracting(range), alpha: alpha)
      }
    }
  }

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
        row = coverage.row(y, columns: area.x..<area.maxX, mask: &mask)
        if opacity < 255 {
          for index in 0..<row.touched.count {
            mask[index] = UInt8(RowKernel.dividedBy255(UInt16(mask[index]) * UInt16(opacity)))
          }
        }
      }
      guard !row.touched.isEmpty else { continue }
      if opacity == 255, row.solid.count == area.width {
        let base = y * stride + area.x * 4
        var target = bytes.mutableSpan
        sampler.lay(y, over: &target, base..<base + area.width * 4)
        continue
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
        func blend(_ ramp: Range<Int>, _ target: inout MutableSpan<UInt8>) {
          guard !ramp.isEmpty else { return }
          let (place, from) = part(ramp)
          let start = ramp.lowerBound - row.touched.lowerBound
          RowKernel.sourceOver(
            &target, place, source: over.extracting(from),
            coverage: mask.span.extracting(start..<start + ramp.count))
        }
        blend(row.leadingRamp, &target)
        blend(row.trailingRamp, &target)
      }
    }
  }
}
