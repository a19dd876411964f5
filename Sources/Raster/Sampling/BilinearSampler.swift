import PortableMath

/// Rows of a picture stretched over a rectangle, ready to be composited.
///
/// Bilinear, clamped to the picture's edges. Where the scale is 1 or 1/2 and the pixels fall
/// together, the same values come from a copy or from means of 2 × 2 pixels.
struct BilinearSampler {
  /// How rows come about that need no weights.
  private enum Shortcut {
    case copy(dx: Int, dy: Int)
    case halve(x: Int, y: Int)
  }

  private let picture: Pixmap
  private let area: PixelRect
  private let shortcut: Shortcut?
  /// Nil where there is a shortcut.
  private var stretched: StretchedRows?
  private var output: [UInt8]

  /// - Parameter area: the pixels that will be asked for.
  init(_ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect) {
    self.picture = picture
    self.area = area
    shortcut = Self.shortcut(picture, source: source, in: rect, area: area)
    if shortcut == nil {
      stretched = StretchedRows(picture, source: source, in: rect, columns: area.x..<area.maxX)
    }
    output = [UInt8](repeating: 0, count: area.width * 4)
  }

  /// A shortcut, where scale and position allow one.
  private static func shortcut(
    _ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect
  ) -> Shortcut? {
    func inside(_ x: Int, _ y: Int, _ factor: Int) -> Bool {
      x >= 0 && y >= 0 && x + area.width * factor <= picture.width
        && y + area.height * factor <= picture.height
    }
    if source.width == rect.width, source.height == rect.height {
      let dx = source.x - rect.x
      let dy = source.y - rect.y
      if dx.rounded() == dx, dy.rounded() == dy, abs(dx) < 0x1p30, abs(dy) < 0x1p30,
        inside(area.x + Int(dx), area.y + Int(dy), 1)
      {
        return .copy(dx: Int(dx), dy: Int(dy))
      }
    }
    if source.width == 2 * rect.width, source.height == 2 * rect.height {
      let dx = source.x - 2 * rect.x
      let dy = source.y - 2 * rect.y
      if dx.rounded() == dx, dy.rounded() == dy, abs(dx) < 0x1p30, abs(dy) < 0x1p30,
        inside(2 * area.x + Int(dx), 2 * area.y + Int(dy), 2)
      {
        return .halve(x: 2 * area.x + Int(dx), y: Int(dy))
      }
    }
    return nil
  }

  /// Row `y` of the area, RGBA premultiplied, handed to `body`.
  mutating func row(_ y: Int, _ body: (Span<UInt8>) -> Void) {
    let picture = self.picture
    let stride = picture.width * 4
    switch shortcut {
    case .copy(let dx, let dy):
      let from = (y + dy) * stride + (area.x + dx) * 4
      return body(picture.bytes.span.extracting(from..<from + area.width * 4))
    case .halve(let x, let dy):
      let from = (2 * y + dy) * stride + x * 4
      let source = picture.bytes.span
      Self.halve(
        &output, source.extracting(from..<from + area.width * 8),
        source.extracting(from + stride..<from + stride + area.width * 8))
    case nil: stretched?.mix(y, into: &output)
    }
    body(output.span)
  }

  /// Lays row `y` of the area over `range` of the target: premultiplied source-over.
  mutating func lay(_ y: Int, over target: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    if stretched?.lay(y, over: &target, range) != nil { return }
    row(y) { RowKernel.sourceOver(&target, range, source: $0) }
  }

  private static func halve(_ target: inout [UInt8], _ upper: Span<UInt8>, _ lower: Span<UInt8>) {
    var out = target.mutableSpan
    RowKernel.halve(&out, upper: upper, lower: lower)
  }
}

extension Pixmap {
  /// Part of the picture at another size, sampled bilinearly: enlarged, or reduced to no less than a
  /// half.
  ///
  /// - Parameter source: in pixels of this picture; may exceed it.
  func sampled(source: DeviceRect, to size: PixelSize) -> Pixmap {
    var sampler = BilinearSampler(
      self, source: source, in: DeviceRect(size.bounds), area: size.bounds)
    return Pixmap(size: size) { target in
      for y in 0..<size.height {
        let stride = size.width * 4
        sampler.row(y) { row in RowKernel.copy(&target, y * stride..<(y + 1) * stride, from: row) }
      }
    }
  }
}
