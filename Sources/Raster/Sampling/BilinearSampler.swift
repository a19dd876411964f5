import Numerics

/// Rows of a picture stretched over a rectangle, ready to be composited.
///
/// Bilinear, clamped to the picture's edges. Where the scale is 1 or 1/2 and the pixels fall
/// together, the same values come from a copy or from means of 2 × 2 pixels.
struct BilinearSampler {
  private enum Strategy {
    case copy(dx: Int, dy: Int)
    case halve(x: Int, y: Int)
    case bilinear(BilinearTaps)
  }

  private let picture: Pixmap
  private let rect: DeviceRect
  private let source: DeviceRect
  private let area: PixelRect
  private let strategy: Strategy
  private var output: [UInt8]
  /// The two source rows last stretched, and which they are.
  private var upper: [Int16]
  private var lower: [Int16]
  private var upperIndex = -1
  private var lowerIndex = -1

  /// - Parameter area: the pixels that will be asked for.
  init(_ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect) {
    self.source = source
    self.rect = rect
    self.area = area
    output = [UInt8](repeating: 0, count: area.width * 4)
    if let plain = Self.exactStrategy(picture, source: source, in: rect, area: area) {
      strategy = plain
      self.picture = picture
      upper = []
      lower = []
      return
    }
    // The kernel reads two neighbours side by side.
    let wide = picture.width > 1 ? picture : picture.doubled
    let taps = BilinearTaps(
      columns: area.x..<area.maxX, start: rect.x, length: rect.width, from: source.x,
      over: source.width, width: wide.width)
    strategy = .bilinear(taps)
    self.picture = wide
    upper = [Int16](repeating: 0, count: taps.columns.count * 4)
    lower = upper
  }

  /// A strategy that needs no weights, where scale and position allow one.
  private static func exactStrategy(
    _ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, area: PixelRect
  ) -> Strategy? {
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
    let area = self.area
    let stride = picture.width * 4
    let source = picture.bytes.span
    switch strategy {
    case .copy(let dx, let dy):
      let from = (y + dy) * stride + (area.x + dx) * 4
      body(source.extracting(from..<from + area.width * 4))
      return
    case .halve(let x, let dy):
      let from = (2 * y + dy) * stride + x * 4
      Self.halve(
        &output, source.extracting(from..<from + area.width * 8),
        source.extracting(from + stride..<from + stride + area.width * 8))
    case .bilinear(let taps):
      let tap = BilinearTaps.tap(
        y, start: rect.y, length: rect.height, from: self.source.y, over: self.source.height,
        count: picture.height)
      loadRows(taps, tap.index, min(tap.index + 1, picture.height - 1))
      Self.interpolateVertically(&output, upper, lower, fraction: tap.fraction)
    }
    body(output.span)
  }

  /// Fills `upper` and `lower` with the two source rows, reusing what they already hold.
  private mutating func loadRows(_ taps: BilinearTaps, _ first: Int, _ second: Int) {
    if upperIndex != first {
      if lowerIndex == first {
        swap(&upper, &lower)
        swap(&upperIndex, &lowerIndex)
      } else {
        Self.interpolateHorizontally(&upper, picture, first, taps)
        upperIndex = first
      }
    }
    if lowerIndex != second {
      Self.interpolateHorizontally(&lower, picture, second, taps)
      lowerIndex = second
    }
  }

  private static func halve(
    _ target: inout [UInt8], _ upper: Span<UInt8>, _ lower: Span<UInt8>
  ) {
    var out = target.mutableSpan
    RowKernel.halve(&out, upper: upper, lower: lower)
  }

  private static func interpolateVertically(
    _ target: inout [UInt8], _ upper: [Int16], _ lower: [Int16], fraction: Int16
  ) {
    var out = target.mutableSpan
    RowKernel.interpolateVertically(&out, upper: upper.span, lower: lower.span, fraction: fraction)
  }

  private static func interpolateHorizontally(
    _ target: inout [Int16], _ picture: Pixmap, _ row: Int, _ taps: BilinearTaps
  ) {
    let stride = picture.width * 4
    var out = target.mutableSpan
    RowKernel.interpolateHorizontally(
      &out, from: picture.bytes.span.extracting(row * stride..<(row + 1) * stride), taps: taps)
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
        sampler.row(y) { row in
          RowKernel.copy(&target, y * stride..<(y + 1) * stride, from: row)
        }
      }
    }
  }

  /// A picture one pixel wide beside itself.
  fileprivate var doubled: Pixmap {
    guard let wide = PixelSize(width: 2, height: height) else { return self }
    var result = Pixmap(size: wide)
    result.draw(self, x: 0, y: 0, opacity: 255, clip: wide.bounds)
    result.draw(self, x: 1, y: 0, opacity: 255, clip: wide.bounds)
    return result
  }
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
  init(
    columns: Range<Int>, start: Double, length: Double, from: Double, over: Double, width: Int
  ) {
    precondition(width > 1 && !columns.isEmpty)
    self.width = width
    let taps = (0..<(columns.count + 3) / 4 * 4).map { index in
      Self.tap(
        columns.lowerBound + min(index, columns.count - 1), start: start, length: length,
        from: from, over: over, count: width)
    }
    self.columns = taps.map { Int32($0.index * 4) }
    fractions = taps.flatMap { [$0.fraction, $0.fraction] }
  }

  /// The first of an output position's two neighbours, 0...max(0, count - 2), and the fraction of the
  /// second in 1/32768, 0...32767.
  static func tap(
    _ pixel: Int, start: Double, length: Double, from: Double, over: Double, count: Int
  ) -> (index: Int, fraction: Int16) {
    let position = from + (Double(pixel) + 0.5 - start) * over / length - 0.5
    let clamped = max(0, min(Double(count - 1), position))
    let index = min(clamped.rounded(.down), Double(max(0, count - 2)))
    return (Int(index), Int16(min(32767, (clamped - index) * 32768 + 0.5)))
  }
}
