package import PortableMath

/// A row of the intersection of a placed picture, a clip and the canvas.
private struct SharedRow {
  /// The bytes of the row on the canvas.
  let bytes: Range<Int>
  /// The column of the row's first pixel in the picture.
  let x: Int
  let y: Int

  /// Returns the bytes of the row in a picture with `width` pixels per row and `channels` bytes per
  /// pixel.
  func part(width: Int, channels: Int = 4) -> Range<Int> {
    let start = (y * width + x) * channels
    return start..<start + bytes.count / 4 * channels
  }
}

extension Pixmap {
  /// Calls `body` with each row of the intersection of a picture of `size` at (x, y), `clip` and
  /// the canvas.
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

  // None of these functions changes pixels outside of `clip`, which is in whole pixels.

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

  /// Draws a color through a mask that is stretched over `rect`. At whole pixels and without
  /// scaling it is not resampled.
  ///
  /// Uses bilinear interpolation. Coverage outside of the mask is 0, so its edges fade out over one
  /// mask pixel.
  package mutating func draw(
    _ mask: CoverageMask, in rect: DeviceRect, color: Color, clip: PixelRect
  ) {
    guard color.alpha > 0,
      let placed = PlacedMask(mask, filling: rect, within: clip.intersection(size.bounds))
    else { return }
    draw(placed, color: color, clip: clip)
  }

  /// Draws a picture at whole pixels. Opaque pixels are copied, others are composited with
  /// premultiplied source-over.
  ///
  /// - Parameter opacity: 0 (transparent) to 255 (unchanged).
  package mutating func draw(_ picture: Pixmap, x: Int, y: Int, opacity: UInt8, clip: PixelRect) {
    guard opacity > 0 else { return }
    let source = picture.bytes.span
    forEachRow(of: picture.size, x: x, y: y, clip: clip) { target, row in
      RowKernel.sourceOver(
        &target, row.bytes, source: source.extracting(row.part(width: picture.width)),
        opacity: opacity)
    }
  }

  /// Draws a picture at whole pixels through a mask, with premultiplied source-over. Only the
  /// intersection of mask and picture is drawn.
  package mutating func draw(
    _ picture: Pixmap, x: Int, y: Int, through mask: PlacedMask, clip: PixelRect
  ) {
    let source = picture.bytes.span
    let coverage = mask.mask.bytes.span
    let visible = mask.bounds.intersection(clip)
    forEachRow(of: picture.size, x: x, y: y, clip: visible) { target, row in
      let masked = SharedRow(bytes: row.bytes, x: row.x + x - mask.x, y: row.y + y - mask.y)
      RowKernel.sourceOver(
        &target, row.bytes, source: source.extracting(row.part(width: picture.width)),
        coverage: coverage.extracting(masked.part(width: mask.mask.width, channels: 1)))
    }
  }

  /// Draws a crossfade of two opaque pictures of the same size, and overwrites the pixels below.
  ///
  /// Each byte is (over · alpha + under · (255 − alpha)) / 255, correctly rounded. Draws nothing if
  /// the sizes differ.
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
