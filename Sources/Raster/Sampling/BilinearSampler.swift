import PortableMath

/// Rows of a picture stretched over a rectangle, ready to be composited.
///
/// Bilinear, clamped to the picture's edges. Where the scale is 1 or 1/2 and the pixels fall
/// together, the same values come from a copy or from means of 2 × 2 pixels. Rows are asked for from top
/// to bottom: elsewhere each is mixed from two stretched rows of the picture, which are used again.
struct BilinearSampler {
  private let picture: Pixmap
  private let source: DeviceRect
  private let rect: DeviceRect
  private let area: PixelRect
  /// Pixels of the picture a side of one of the area, 1 or 2, and where the first of these lie.
  private let shortcut: (factor: Int, x: Int, y: Int)?
  private let taps: BilinearTaps
  private var upper: [Int16]
  private var lower: [Int16]
  private var upperIndex = -1
  private var lowerIndex = -1
  private var output: [UInt8]

  /// - Parameters:
  ///   - source: the part of the picture that fills `rect`; may exceed the picture.
  ///   - area: the pixels that will be asked for.
  init(_ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect) {
    // The kernel reads two neighbours side by side. Half of a pixel's area has that pixel's bytes.
    let wide = picture.width == 1 ? PixelSize(width: 2, height: picture.height) : nil
    let whole = DeviceRect(picture.size.bounds)
    self.picture = wide.map { picture.resized(source: whole, to: $0, filter: .area) } ?? picture
    self.source = source
    self.rect = rect
    self.area = area
    shortcut = Self.shortcut(picture, source: source, in: rect, area: area)
    taps = BilinearTaps(
      columns: area.x..<(shortcut == nil ? area.maxX : area.x), start: rect.x, length: rect.width,
      from: source.x, over: source.width, width: self.picture.width)
    upper = [Int16](repeating: 0, count: taps.columns.count * 4)
    lower = upper
    output = [UInt8](repeating: 0, count: area.width * 4)
  }

  private static func shortcut(
    _ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect
  ) -> (factor: Int, x: Int, y: Int)? {
    for factor in 1...2 {
      let scale = Double(factor)
      guard source.width == scale * rect.width, source.height == scale * rect.height
      else { continue }
      let (dx, dy) = (source.x - scale * rect.x, source.y - scale * rect.y)
      guard dx.rounded() == dx, dy.rounded() == dy, abs(dx) < 0x1p30, abs(dy) < 0x1p30
      else { continue }
      let (x, y) = (factor * area.x + Int(dx), factor * area.y + Int(dy))
      let part = PixelRect(x: x, y: y, width: factor * area.width, height: factor * area.height)
      if part.intersection(picture.size.bounds) == part { return (factor, x, y) }
    }
    return nil
  }

  /// Row `y` of the area, RGBA premultiplied, handed to `body`.
  mutating func row(_ y: Int, _ body: (Span<UInt8>) -> Void) {
    var output: [UInt8] = []
    swap(&output, &self.output)
    defer { swap(&output, &self.output) }
    guard let shortcut else {
      let fraction = load(y)
      var out = output.mutableSpan
      RowKernel.interpolateVertically(
        &out, 0..<area.width * 4, upper: upper.span, lower: lower.span, fraction: fraction,
        laysOver: false)
      return body(output.span)
    }
    let stride = picture.width * 4
    let from = (shortcut.y + shortcut.factor * (y - area.y)) * stride + shortcut.x * 4
    let part = from..<from + area.width * 4 * shortcut.factor
    let source = picture.bytes.span
    if shortcut.factor == 1 { return body(source.extracting(part)) }
    var out = output.mutableSpan
    RowKernel.halve(
      &out, upper: source.extracting(part),
      lower: source.extracting(part.lowerBound + stride..<part.upperBound + stride))
    body(output.span)
  }

  /// Lays row `y` of the area over `range` of the target: premultiplied source-over.
  mutating func lay(_ y: Int, over target: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    if shortcut != nil { return row(y) { RowKernel.sourceOver(&target, range, source: $0) } }
    let fraction = load(y)
    RowKernel.interpolateVertically(
      &target, range, upper: upper.span, lower: lower.span, fraction: fraction, laysOver: true)
  }

  /// Fills `upper` and `lower` with the source rows that row `y` lies between, reusing what they
  /// already hold.
  ///
  /// - Returns: the fraction of `lower`, in 1/32768.
  private mutating func load(_ y: Int) -> Int16 {
    let tap = BilinearTaps.tap(
      y, start: rect.y, length: rect.height, from: source.y, over: source.height,
      count: picture.height)
    let (first, second) = (tap.index, min(tap.index + 1, picture.height - 1))
    if lowerIndex == first, upperIndex != first {
      swap(&upper, &lower)
      swap(&upperIndex, &lowerIndex)
    }
    stretch(first, into: &upper, &upperIndex, picture, taps)
    stretch(second, into: &lower, &lowerIndex, picture, taps)
    return tap.fraction
  }
}

/// Stretches a row of a picture where `target` does not hold it yet.
private func stretch(
  _ row: Int, into target: inout [Int16], _ held: inout Int, _ picture: Pixmap,
  _ taps: BilinearTaps
) {
  guard held != row else { return }
  held = row
  let stride = picture.width * 4
  var out = target.mutableSpan
  RowKernel.interpolateHorizontally(
    &out, from: picture.bytes.span.extracting(row * stride..<(row + 1) * stride), taps: taps)
}

/// Where the pixels of a stretched row come from: two neighbours each, and how they are mixed.
struct BilinearTaps {
  /// Pixels of a source row, 2...
  let width: Int
  /// For each output pixel the byte offset of its left neighbour, the right one following it inside
  /// the row; a multiple of four pixels, the last ones repeated.
  let columns: [Int32]
  /// For each output pixel twice the fraction of its right neighbour, in 1/32768.
  let fractions: [Int16]

  /// - Parameters:
  ///   - columns: output pixels.
  ///   - start: where the picture begins on the output axis, `length` how long it is there.
  ///   - from: what part of the source axis that is, beginning here and `over` samples long.
  init(columns: Range<Int>, start: Double, length: Double, from: Double, over: Double, width: Int) {
    precondition(width > 1)
    self.width = width
    let count = (columns.count + 3) / 4 * 4
    var offsets: [Int32] = []
    var fractions: [Int16] = []
    offsets.reserveCapacity(count)
    fractions.reserveCapacity(2 * count)
    for index in 0..<count {
      let tap = Self.tap(
        columns.lowerBound + min(index, columns.count - 1), start: start, length: length,
        from: from, over: over, count: width)
      offsets.append(Int32(tap.index * 4))
      fractions.append(tap.fraction)
      fractions.append(tap.fraction)
    }
    self.columns = offsets
    self.fractions = fractions
  }

  /// The first of an output position's two neighbours, 0...max(0, count - 2), and the fraction of the
  /// second in 1/32768, 0...32767.
  static func tap(
    _ pixel: Int, start: Double, length: Double, from: Double, over: Double, count: Int
  ) -> (index: Int, fraction: Int16) {
    let position = from + (Double(pixel) + 0.5 - start) * over / length - 0.5
    let clamped = max(0, min(Double(count - 1), position))
    let index = min(Int(clamped), max(0, count - 2))
    return (index, Int16(min(32767, (clamped - Double(index)) * 32768 + 0.5)))
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
