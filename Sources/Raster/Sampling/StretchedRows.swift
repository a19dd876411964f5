import PortableMath

/// Two neighbouring rows of a picture, stretched bilinearly: what a row between them is mixed from.
///
/// Rows are asked for from top to bottom; what the last one left is used again.
struct StretchedRows {
  private let picture: Pixmap
  private let rect: DeviceRect
  private let source: DeviceRect
  private let taps: BilinearTaps
  private var upper: [Int16]
  private var lower: [Int16]
  private var upperIndex = -1
  private var lowerIndex = -1

  /// - Parameters:
  ///   - source: the part of the picture that fills `rect`; may exceed the picture.
  ///   - columns: those that will be asked for.
  init(_ picture: Pixmap, source: DeviceRect, in rect: DeviceRect, columns: Range<Int>) {
    // The kernel reads two neighbours side by side.
    self.picture = picture.width > 1 ? picture : picture.doubled
    self.rect = rect
    self.source = source
    taps = BilinearTaps(
      columns: columns, start: rect.x, length: rect.width, from: source.x, over: source.width,
      width: self.picture.width)
    upper = [Int16](repeating: 0, count: taps.columns.count * 4)
    lower = upper
  }

  /// Row `y`, RGBA premultiplied.
  ///
  /// - Parameter target: four bytes a column.
  mutating func mix(_ y: Int, into target: inout [UInt8]) {
    let fraction = load(y)
    var out = target.mutableSpan
    RowKernel.interpolateVertically(&out, upper: upper.span, lower: lower.span, fraction: fraction)
  }

  /// Lays row `y` over `range` of the target: premultiplied source-over.
  ///
  /// - Parameter range: four bytes a column.
  mutating func lay(_ y: Int, over target: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    let fraction = load(y)
    RowKernel.sourceOver(&target, range, upper: upper.span, lower: lower.span, fraction: fraction)
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
    return tap.fraction
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
    precondition(width > 1 && !columns.isEmpty)
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
  /// A picture one pixel wide beside itself.
  fileprivate var doubled: Pixmap {
    guard let wide = PixelSize(width: 2, height: height) else { return self }
    var result = Pixmap(size: wide)
    result.draw(self, x: 0, y: 0, opacity: 255, clip: wide.bounds)
    result.draw(self, x: 1, y: 0, opacity: 255, clip: wide.bounds)
    return result
  }
}
