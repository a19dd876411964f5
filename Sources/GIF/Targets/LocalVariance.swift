// Unsafe memory: the inner loops run over pointers to the rows.

/// The local variance of luma, for contrast masking: an error hides where a picture is busy and
/// shows where it is smooth.
///
/// Variance over 5 x 5 pixels, then the least of 3 x 3 neighbours, so that an edge does not mask the
/// flat side beside it. 0 means that the pixel belongs to a patch of one colour.
struct LocalVariance: Sendable {
  /// Variance of luma, luma being 0...255, of one pixel: the first half of a `Float`, within 1/256 of it.
  struct Value {
    private let bits: UInt16

    @inline(__always)
    init(_ value: Float) { bits = UInt16(truncatingIfNeeded: value.bitPattern >> 16) }

    @inline(__always)
    var value: Float { Float(bitPattern: UInt32(bits) << 16) }
  }

  /// Row-major; 0 outside the rows that were measured.
  private(set) var values: [Value]
  private let width: Int
  private let height: Int

  /// Of no pixels.
  static let none = LocalVariance(of: [], width: 0, rows: 0..<0)

  /// Measures rows `rows` of a frame.
  init(of pixels: [UInt32], width: Int, rows: Range<Int>) {
    self.width = width
    height = pixels.count / max(1, width)
    values = [Value](repeating: Value(0), count: pixels.count)
    if !rows.isEmpty { measure(pixels, rows: rows) }
  }

  private mutating func measure(_ pixels: [UInt32], rows: Range<Int>) {
    let outer = max(0, rows.lowerBound - 1)..<min(height, rows.upperBound + 1)
    var variance = boxVariance(pixels, rows: outer)
    erodeAlongRows(&variance)
    erodeAlongColumns(variance, firstRow: outer.lowerBound, into: rows)
  }

  /// The variance over the 5 x 5 pixels around each pixel of `rows`, as far as they lie within the
  /// frame.
  private func boxVariance(_ pixels: [UInt32], rows: Range<Int>) -> [Float] {
    var variance = [Float](repeating: 0, count: width * rows.count)
    var box = ColumnSums(width: width)
    let first = max(0, rows.lowerBound - 2)
    var present = first..<first
    for row in rows {
      while present.lowerBound < min(row - 2, present.upperBound) {
        box.removeRow(present.lowerBound)
        present = present.lowerBound + 1..<present.upperBound
      }
      while present.upperBound < min(height, row + 3) {
        box.addRow(present.upperBound, of: pixels)
        present = present.lowerBound..<present.upperBound + 1
      }
      box.writeVariance(
        rowCount: present.count, to: &variance, at: (row - rows.lowerBound) * width)
    }
    return variance
  }

  /// Replaces each value by the least of itself and its neighbours in the row.
  private func erodeAlongRows(_ values: inout [Float]) {
    values.withUnsafeMutableBufferPointer { values in
      for start in stride(from: 0, to: values.count, by: width) {
        var left = values[start]
        for x in start..<start + width {
          let here = values[x]
          let right = x + 1 < start + width ? values[x + 1] : here
          values[x] = min(min(here, left), right)
          left = here
        }
      }
    }
  }

  /// Stores the least of each value and those above and below it; `variance` begins at `firstRow`.
  private mutating func erodeAlongColumns(
    _ variance: [Float], firstRow: Int, into rows: Range<Int>
  ) {
    let (width, height) = (width, height)
    values.withUnsafeMutableBufferPointer { values in
      variance.withUnsafeBufferPointer { variance in
        for row in rows {
          let at = (row - firstRow) * width
          let above = row > 0 ? at - width : at
          let below = row + 1 < height ? at + width : at
          for x in 0..<width {
            values[row * width + x] = Value(
              min(min(variance[at + x], variance[above + x]), variance[below + x]))
          }
        }
      }
    }
  }
}

/// The sums of luma and of its squares over at most five rows, a column each.
private struct ColumnSums {
  private let width: Int
  private var sums: [Int32]
  private var squares: [Int32]
  /// The luma of the rows that are summed, 16 times 0...255; row y is number y modulo 5.
  private var luma: [Int32]

  init(width: Int) {
    self.width = width
    sums = [Int32](repeating: 0, count: width)
    squares = sums
    luma = [Int32](repeating: 0, count: width * 5)
  }

  mutating func addRow(_ row: Int, of pixels: [UInt32]) {
    let start = (row % 5) * width
    pixels.withUnsafeBufferPointer { pixels in
      for x in 0..<width {
        let color = pixels[row * width + x]
        luma[start + x] = Int32(
          truncatingIfNeeded: ((color >> 16) & 255) * 5 + ((color >> 8) & 255) * 9
            + (color & 255) * 2)
      }
    }
    addLuma(from: start, sign: 1)
  }

  mutating func removeRow(_ row: Int) { addLuma(from: (row % 5) * width, sign: -1) }

  @inline(__always)
  private mutating func addLuma(from start: Int, sign: Int32) {
    luma.withUnsafeBufferPointer { luma in
      sums.withUnsafeMutableBufferPointer { sums in
        squares.withUnsafeMutableBufferPointer { squares in
          for x in 0..<width {
            let value = luma[start + x]
            sums[x] += sign * value
            squares[x] += sign * value * value
          }
        }
      }
    }
  }

  /// Writes the variance over five columns around each one, as far as they exist.
  func writeVariance(rowCount: Int, to variance: inout [Float], at base: Int) {
    let (width, inner) = (width, 2..<max(2, width - 2))
    let spread = Spread(count: Double(5 * rowCount))
    variance.withUnsafeMutableBufferPointer { variance in
      sums.withUnsafeBufferPointer { sums in
        squares.withUnsafeBufferPointer { squares in
          for x in inner {
            let sum = sums[x - 2] &+ sums[x - 1] &+ sums[x] &+ sums[x + 1] &+ sums[x + 2]
            let square =
              squares[x - 2] &+ squares[x - 1] &+ squares[x] &+ squares[x + 1] &+ squares[x + 2]
            variance[base + x] = spread.variance(sum: Double(sum), squareSum: Double(square))
          }
          for x in 0..<width where !inner.contains(x) {
            let columns = max(0, x - 2)..<min(width, x + 3)
            variance[base + x] = Spread(count: Double(columns.count * rowCount)).variance(
              sum: Double(sums[columns].reduce(0, +)),
              squareSum: Double(squares[columns].reduce(0, +)))
          }
        }
      }
    }
  }

  /// Sums of `count` values to their variance; they are whole and so small that all is exact up to the last
  /// product: what is constant has none.
  private struct Spread {
    let count: Double
    private let scale: Double

    init(count: Double) {
      self.count = count
      // The values are 16 times luma.
      scale = 1 / (count * count * 256)
    }

    @inline(__always)
    func variance(sum: Double, squareSum: Double) -> Float {
      Float((count * squareSum - sum * sum) * scale)
    }
  }
}
