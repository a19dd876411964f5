import PortableMath

/// Samples rows of a picture that is stretched over a rectangle.
///
/// Uses bilinear interpolation with replicated edges. If the scale is 1 or 1/2 and the pixel grids
/// are aligned, the same values are computed by a copy or as means of 2 × 2 pixels. Otherwise each
/// row is interpolated from two horizontally stretched rows, which are reused if rows are requested
/// from top to bottom.
struct BilinearSampler {
  private let picture: Pixmap
  private let source: DeviceRect
  private let rect: DeviceRect
  private let area: PixelRect
  /// The number of picture pixels per side of an output pixel, 1 or 2, and the position of the
  /// first one. `nil` if the general algorithm is needed.
  private let shortcut: (factor: Int, x: Int, y: Int)?
  private let taps: BilinearTaps
  private var upper: [Int16]
  private var lower: [Int16]
  private var upperIndex = -1
  private var lowerIndex = -1
  private var output: [UInt8]

  /// - Parameters:
  ///   - source: The part of the picture that fills `rect`. May exceed the picture.
  ///   - area: The pixels that will be requested.
  init(_ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect) {
    // The kernel reads two adjacent pixels, so a single column is doubled. Its values stay the
    // same.
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

  /// Calls `body` with row `y` of the area, as premultiplied RGBA.
  mutating func withRow(_ y: Int, _ body: (Span<UInt8>) -> Void) {
    var output: [UInt8] = []
    swap(&output, &self.output)
    defer { swap(&output, &self.output) }
    guard let shortcut else {
      let fraction = loadSourceRows(for: y)
      var out = output.mutableSpan
      RowKernel.interpolateVertically(
        &out, 0..<area.width * 4, upper: upper.span, lower: lower.span, fraction: fraction,
        composites: false)
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

  /// Composites row `y` of the area over `range` of the target with premultiplied source-over.
  mutating func compositeRow(_ y: Int, over target: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    if shortcut != nil { return withRow(y) { RowKernel.sourceOver(&target, range, source: $0) } }
    let fraction = loadSourceRows(for: y)
    RowKernel.interpolateVertically(
      &target, range, upper: upper.span, lower: lower.span, fraction: fraction, composites: true)
  }

  /// Loads the two source rows for row `y` into `upper` and `lower`, unless they are already there.
  ///
  /// - Returns: The weight of `lower`, in 1/32768.
  private mutating func loadSourceRows(for y: Int) -> Int16 {
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

/// Stretches a row of a picture into `target`, unless it is already there.
private func stretch(
  _ row: Int, into target: inout [Int16], _ loadedRow: inout Int, _ picture: Pixmap,
  _ taps: BilinearTaps
) {
  guard loadedRow != row else { return }
  loadedRow = row
  let stride = picture.width * 4
  var out = target.mutableSpan
  RowKernel.interpolateHorizontally(
    &out, from: picture.bytes.span.extracting(row * stride..<(row + 1) * stride), taps: taps)
}

/// The pairs of adjacent source pixels for each output pixel, and their weights.
struct BilinearTaps {
  /// The number of pixels in a source row, at least 2.
  let width: Int
  /// The byte offset of the left source pixel for each output pixel. The right one follows inside
  /// of the row. The count is padded to a multiple of four.
  let columns: [Int32]
  /// The weight of the right source pixel for each output pixel, in 1/32768, twice.
  let fractions: [Int16]

  /// - Parameters:
  ///   - columns: The output pixels.
  ///   - start: The start of the picture on the output axis.
  ///   - length: The length of the picture on the output axis.
  ///   - from: The start of the shown part on the source axis.
  ///   - over: The length of the shown part in source pixels.
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

  /// Returns the index of the first of two source pixels, in 0...max(0, count - 2), and the weight
  /// of the second one in 1/32768, in 0...32767.
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
  /// Returns a part of the picture at another size with bilinear interpolation. Suitable for scales
  /// of 1/2 and above.
  ///
  /// - Parameter source: The part in pixels of this picture. May exceed it.
  func sampled(source: DeviceRect, to size: PixelSize) -> Pixmap {
    var sampler = BilinearSampler(
      self, source: source, in: DeviceRect(size.bounds), area: size.bounds)
    return Pixmap(size: size) { target in
      for y in 0..<size.height {
        let stride = size.width * 4
        sampler.withRow(y) { row in
          RowKernel.copy(&target, y * stride..<(y + 1) * stride, from: row)
        }
      }
    }
  }
}
