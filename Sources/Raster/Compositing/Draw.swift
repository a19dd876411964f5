package import PortableMath

/// A row of what a picture at a place shares with a clip and the canvas.
private struct SharedRow {
  /// Its bytes on the canvas.
  let bytes: Range<Int>
  /// Its first pixel in the picture.
  let x: Int
  let y: Int

  /// Its bytes in a picture of `width` at that place, with so many a pixel.
  func part(width: Int, channels: Int = 4) -> Range<Int> {
    let start = (y * width + x) * channels
    return start..<start + bytes.count / 4 * channels
  }
}

extension Pixmap {
  /// Calls `body` with each row that a picture of `size` at (x, y) shares with `clip` and this one.
  private mutating func forEachRow(
    of size: PixelSize, x: Int, y: Int, clip: PixelRect,
    _ body: (inout MutableSpan<UInt8>, SharedRow) -> Void
  ) {
    let placed = PixelRect(x: x, y: y, width: size.width, height: size.height)
    let area = placed.intersection(clip).intersection(self.size.bounds)
    guard !area.isEmpty else { return }
    let width = width
    var target = bytes.mutableSpan
    for row in area.y..<area.maxY {
      let base = (row * width + area.x) * 4
      body(&target, SharedRow(bytes: base..<base + area.width * 4, x: area.x - x, y: row - y))
    }
  }

  // In all of these nothing changes outside of `clip`, whole pixels.

  package mutating func draw(_ mask: PlacedMask, color: Color, clip: PixelRect) {
    guard color.alpha > 0 else { return }
    let solidColor = SolidColor(color)
    let coverage = mask.mask.bytes.span
    forEachRow(of: mask.mask.size, x: mask.x, y: mask.y, clip: clip) { target, row in
      RowKernel.blend(
        &target, row.bytes, color: solidColor,
        coverage: coverage.extracting(row.part(width: mask.mask.width, channels: 1)))
    }
  }

  /// Paints a colour through a mask that fills `rect`: at whole pixels without resampling, otherwise
  /// moved by a fraction, scaled, or both.
  ///
  /// Bilinear; beyond the mask's edge there is nothing, so its edges fade to 0 over one mask pixel.
  package mutating func draw(
    _ mask: CoverageMask, in rect: DeviceRect, color: Color, clip: PixelRect
  ) {
    guard color.alpha > 0,
      let placed = PlacedMask(mask, filling: rect, within: clip.intersection(size.bounds))
    else { return }
    draw(placed, color: color, clip: clip)
  }

  /// Draws a picture at whole pixels: a copy where it is opaque, premultiplied source-over elsewhere.
  ///
  /// - Parameter opacity: 0 nothing ... 255 as it is.
  package mutating func draw(_ picture: Pixmap, x: Int, y: Int, opacity: UInt8, clip: PixelRect) {
    guard opacity > 0 else { return }
    let source = picture.bytes.span
    forEachRow(of: picture.size, x: x, y: y, clip: clip) { target, row in
      RowKernel.sourceOver(
        &target, row.bytes, source: source.extracting(row.part(width: picture.width)),
        opacity: opacity)
    }
  }

  /// Draws a picture at whole pixels through a mask.
  ///
  /// Premultiplied source-over; what mask and picture do not share is not drawn.
  package mutating func draw(
    _ picture: Pixmap, x: Int, y: Int, through mask: PlacedMask, clip: PixelRect
  ) {
    let source = picture.bytes.span
    let coverage = mask.mask.bytes.span
    let seen = mask.bounds.intersection(clip)
    forEachRow(of: picture.size, x: x, y: y, clip: seen) { target, row in
      let masked = SharedRow(bytes: row.bytes, x: row.x + x - mask.x, y: row.y + y - mask.y)
      RowKernel.sourceOver(
        &target, row.bytes, source: source.extracting(row.part(width: picture.width)),
        coverage: coverage.extracting(masked.part(width: mask.mask.width, channels: 1)))
    }
  }

  /// Mixes two opaque pictures of one size into place: `over` at `alpha`, `under` for the rest.
  ///
  /// Each byte is (over · alpha + under · (255 − alpha)) / 255, correctly rounded; what was there
  /// before does not show through. Nothing is drawn if the sizes differ.
  package mutating func drawCrossfade(
    from under: Pixmap, to over: Pixmap, alpha: UInt8, x: Int, y: Int, clip: PixelRect
  ) {
    guard under.size == over.size else { return }
    let underSpan = under.bytes.span
    let overSpan = over.bytes.span
    forEachRow(of: under.size, x: x, y: y, clip: clip) { target, row in
      let part = row.part(width: under.width)
      switch alpha {
      case 0: RowKernel.copy(&target, row.bytes, from: underSpan.extracting(part))
      case 255: RowKernel.copy(&target, row.bytes, from: overSpan.extracting(part))
      default:
        RowKernel.crossfade(
          &target, row.bytes, from: underSpan.extracting(part), to: overSpan.extracting(part),
          alpha: alpha)
      }
    }
  }
}
