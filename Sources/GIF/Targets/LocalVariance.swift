// Unsafe memory: the inner loops run over pointers to the rows, without checks of overflow, so that several
// pixels are taken at a time.

/// The local variance of luma, for contrast masking: an error hides where a picture is busy and
/// shows where it is smooth.
///
/// Variance over 5 x 5 pixels, then the least of 3 x 3 neighbours, so that an edge does not mask the
/// flat side beside it. 0 means that the pixel belongs to a patch of one colour.
struct LocalVariance: Sendable {
  /// Variance of luma, luma being 0...255, of one pixel: the first half of a `Float`, within 1/128 of it.
  struct Value {
    private let bits: UInt16

    init(_ value: Float) { bits = UInt16(truncatingIfNeeded: value.bitPattern >> 16) }
    var value: Float { Float(bitPattern: UInt32(bits) << 16) }
  }

  /// Row-major; 0 outside the rows that were measured.
  private(set) var values: [Value]
  private let width: Int
  private let height: Int

  init(of pixels: [UInt32], width: Int, rows: Range<Int>) {
    self.width = width
    height = pixels.count / max(1, width)
    values = [Value](repeating: Value(0), count: pixels.count)
    if !rows.isEmpty { measure(pixels, rows: rows) }
  }

  /// Passes over the rows once, five of which make a variance, three of which make a value.
  private mutating func measure(_ pixels: [UInt32], rows: Range<Int>) {
    let (width, height) = (width, height)
    var columns = ColumnSums(width: width)
    // A row of variances, and behind it three whose least are taken along them.
    var scratch = [Float](repeating: 0, count: 4 * width)
    pixels.withUnsafeBufferPointer { pixels in
      scratch.withUnsafeMutableBufferPointer { scratch in
        values.withUnsafeMutableBufferPointer { values in
          let variances = Row(rebasing: scratch[..<width])
          func line(_ row: Int) -> Row<Float> {
            let start = (min(max(0, row), height - 1) % 3 + 1) * width
            return Row(rebasing: scratch[start..<start + width])
          }
          for row in max(0, rows.lowerBound - 1)...rows.upperBound {
            if row < height {
              columns.sumRows(max(0, row - 2)..<min(height, row + 3), of: pixels)
              columns.writeVariance(to: variances)
              Self.erode(variances, to: line(row))
            }
            guard rows.contains(row - 1) else { continue }
            Self.writeLeast(
              line(row - 2), line(row - 1), line(row),
              to: Row(rebasing: values[(row - 1) * width..<row * width]))
          }
        }
      }
    }
  }

  private typealias Row<Element> = UnsafeMutableBufferPointer<Element>

  /// The least of each value and its neighbours in the row.
  private static func erode(_ values: Row<Float>, to target: Row<Float>) {
    let last = values.count &- 1
    target[0] = min(values[0], values[min(1, last)])
    target[last] = min(values[last], values[max(0, last &- 1)])
    var x = 1
    while x < last {
      target[x] = min(min(values[x], values[x &- 1]), values[x &+ 1])
      x &+= 1
    }
  }

  /// The least of each value and those above and below it.
  private static func writeLeast(
    _ above: Row<Float>, _ values: Row<Float>, _ below: Row<Float>, to target: Row<Value>
  ) {
    var x = 0
    while x < target.count {
      target[x] = Value(min(min(values[x], above[x]), below[x]))
      x &+= 1
    }
  }
}

/// 16 times the luma, 0...255, of 0xRRGGBB.
func luma16(of color: UInt32) -> Int32 {
  Int32(bitPattern: ((color >> 16) & 255) &* 5 &+ ((color >> 8) & 255) &* 9 &+ (color & 255) &* 2)
}

/// The sums of luma and of its squares over at most five rows, a column each.
private struct ColumnSums: ~Copyable {
  private let width: Int
  private let sums: UnsafeMutablePointer<Int32>
  private let squares: UnsafeMutablePointer<Int32>
  /// The luma of the rows that are summed, 16 times 0...255; row y is number y modulo 5.
  private let luma: UnsafeMutablePointer<Int32>
  private var rows = 0..<0

  init(width: Int) {
    self.width = width
    sums = .allocate(capacity: 7 * width)
    sums.initialize(repeating: 0, count: 7 * width)
    squares = sums + width
    luma = squares + width
  }

  deinit { sums.deallocate() }

  /// Sums `wanted`, which begin and end where the last ones did or a row behind.
  mutating func sumRows(_ wanted: Range<Int>, of pixels: UnsafeBufferPointer<UInt32>) {
    if rows.isEmpty { rows = wanted.lowerBound..<wanted.lowerBound }
    if rows.lowerBound < wanted.lowerBound { addLuma(of: rows.lowerBound, sign: -1) }
    for row in rows.upperBound..<wanted.upperBound {
      let pixels = UnsafeBufferPointer(rebasing: pixels[row * width..<(row + 1) * width])
      let luma = luma + row % 5 * width
      var x = 0
      while x < width {
        luma[x] = luma16(of: pixels[x])
        x &+= 1
      }
      addLuma(of: row, sign: 1)
    }
    rows = wanted
  }

  private func addLuma(of row: Int, sign: Int32) {
    let luma = luma + row % 5 * width
    var x = 0
    while x < width {
      let value = luma[x]
      sums[x] &+= sign &* value
      squares[x] &+= sign &* (value &* value)
      x &+= 1
    }
  }

  /// Writes the variance over five columns around each one, as far as they exist.
  func writeVariance(to target: UnsafeMutableBufferPointer<Float>) {
    let inner = min(2, width)..<max(min(2, width), width - 2)
    let count = Double(5 * rows.count)
    var x = inner.lowerBound
    while x < inner.upperBound {
      let sum = sums[x &- 2] &+ sums[x &- 1] &+ sums[x] &+ sums[x &+ 1] &+ sums[x &+ 2]
      let square =
        squares[x &- 2] &+ squares[x &- 1] &+ squares[x] &+ squares[x &+ 1] &+ squares[x &+ 2]
      target[x] = Self.variance(sum, square, of: count)
      x &+= 1
    }
    for x in [0..<inner.lowerBound, inner.upperBound..<width].joined() {
      let columns = max(0, x - 2)..<min(width, x + 3)
      target[x] = Self.variance(
        columns.reduce(0) { $0 + sums[$1] }, columns.reduce(0) { $0 + squares[$1] },
        of: Double(columns.count * rows.count))
    }
  }

  /// Sums of `count` values, which are 16 times luma, to their variance; they are whole and so small that
  /// all is exact up to the last product: what is constant has none.
  @inline(__always)
  private static func variance(_ sum: Int32, _ squareSum: Int32, of count: Double) -> Float {
    let (sum, squareSum) = (Double(sum), Double(squareSum))
    return Float((count * squareSum - sum * sum) * (1 / (count * count * 256)))
  }
}
