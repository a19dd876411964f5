extension Pixmap {
  /// Draws a picture at whole pixels: a copy where it is opaque, premultiplied source-over elsewhere.
  ///
  /// - Parameters:
  ///   - opacity: 0 nothing ... 255 as it is.
  ///   - clip: whole pixels outside of which nothing changes.
  public mutating func draw(
    _ picture: Pixmap, x: Int, y: Int, opacity: UInt8, clip: PixelRect
  ) {
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
        RowKernel.sourceOver(
          &target, base..<base + area.width * 4, source: over, opacity: opacity)
      }
    }
  }

  /// Draws a picture through a mask of its own size, whose top left pixel lies on (x, y).
  ///
  /// Premultiplied source-over; what mask and picture do not share is not drawn.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  public mutating func draw(
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
  public mutating func drawCrossfade(
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
        RowKernel.copy(
          &target, base..<base + area.width * 4, from: underSpan.extracting(range))
      case 255:
        RowKernel.copy(&target, base..<base + area.width * 4, from: overSpan.extracting(range))
      default:
        RowKernel.crossfade(
          &target, base..<base + area.width * 4, from: underSpan.extracting(range),
          to: overSpan.extracting(range), alpha: alpha)
      }
    }
  }
}
