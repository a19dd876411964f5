// Unsafe memory: the inner loops use row pointers without overflow checks so that they are
// vectorized.

/// The local variance of luma, for contrast masking: errors are hidden in busy areas and visible in
/// smooth ones.
///
/// The variance over 5 x 5 pixels, followed by the minimum over 3 x 3 neighbors, so that an edge
/// does not mask the flat area next to it. 0 means that the pixel belongs to a patch of one color.
struct LocalVariance: Sendable {
  /// A pixel's variance of luma, with luma in 0...255. Stored as the upper half of a `Float`, with
  /// a relative error of at most 1/128.
  struct Value {
    private let bits: UInt16

    init(_ value: Float) { bits = UInt16(truncatingIfNeeded: value.bitPattern >> 16) }
    var value: Float { Float(bitPattern: UInt32(bits) << 16) }
  }

  /// The values in row-major order. 0 in rows that were not measured.
  private(set) var values: [Value]
  private let width: Int
  private let height: Int

  init(of pixels: [UInt32], width: Int, rows: Range<Int>) {
    self.width = width
    height = pixels.count / max(1, width)
    values = [Value](repeating: Value(0), count: pixels.count)
    if !rows.isEmpty { measure(pixels, rows: rows) }
  }

  /// Measures the rows in a single pass. Five rows of pixels give a row of variances, three of
  /// which give a row of values.
  private mutating func measure(_ pixels: [UInt32], rows: Range<Int>) {
    let (width, height) = (width, height)
    var columns = ColumnSums(width: width)
    // One row of variances, followed by three rows of horizontal minima.
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

  /// Computes the minimum of each value and its neighbors in the row.
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

  /// Computes the minimum of each value and those above and below it.
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

/// Returns 16 times the luma, 0...255, of a 0xRRGGBB color.
func luma16(of color: UInt32) -> Int32 {
  Int32(bitPattern: ((color >> 16) & 255) &* 5 &+ ((color >> 8) & 255) &* 9 &+ (color & 255) &* 2)
}

/// Column sums of luma and squared luma over at most five rows.
private struct ColumnSums: ~Copyable {
  private let width: Int
  private let sums: UnsafeMutablePointer<Int32>
  private let squares: UnsafeMutablePointer<Int32>
  /// The luma, 16 times 0...255, of the summed rows. Row y has the index y modulo 5.
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

  /// Sums the rows of `wanted`, whose bounds may exceed those of the last call by at most 1.
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

  /// Computes the variance over five columns around each column, fewer at the edges.
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

  /// Returns the variance of `count` values of 16 times luma from their sums. All steps except the
  /// last are exact for these integers, so the variance of equal values is exactly 0.
  @inline(__always)
  private static func variance(_ sum: Int32, _ squareSum: Int32, of count: Double) -> Float {
    let (sum, squareSum) = (Double(sum), Double(squareSum))
    return Float((count * squareSum - sum * sum) * (1 / (count * count * 256)))
  }
}
