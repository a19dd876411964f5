extension RowKernel {
  /// Bits after the point of a row between the two directions; its values have 128 taken off, so
  /// that overshoot on either side fits 16 bits.
  static let betweenBits: Int32 = 7

  /// Adds up bytes of several rows, each row by its weight.
  ///
  /// - Parameters:
  ///   - target: for each pixel eight values: its four channels, each followed by the same of the
  ///     pixel to its right; with ``betweenBits``, less 128.
  ///   - rows: all rows of the picture, `stride` bytes each.
  ///   - table: of the rows; its weights have at most 22 bits.
  ///   - output: position in the table.
  static func weighRows(
    _ target: inout MutableSpan<Int16>, rows: Span<UInt8>, stride: Int, table: ResampleTable,
    output: Int
  ) {
    precondition(
      stride > 0 && stride % 4 == 0 && target.count >= stride &* 2
        && rows.count == stride &* table.count && table.starts.indices.contains(output)
        && (betweenBits...22).contains(table.weightBits))
    target.withUnsafeMutableBytes { out in
      rows.withUnsafeBytes { rows in
        table.weights.withUnsafeBufferPointer { weights in
          guard let out = out.baseAddress, let rows = rows.baseAddress,
            let weights = weights.baseAddress
          else { return }
          let sum = RowSum(
            rows: rows, stride: stride, first: Int(table.starts[output]), last: table.count &- 1,
            weights: weights + output &* table.pairs, weightBits: table.weightBits)
          // The counts that matter are unrolled.
          switch table.pairs {
          case 1: sum.run(out, pairs: 1)
          case 2: sum.run(out, pairs: 2)
          case 3: sum.run(out, pairs: 3)
          default: sum.run(out, pairs: table.pairs)
          }
        }
      }
    }
  }

  /// Adds up neighbouring pixels of a row, each by its weight, and rounds to bytes.
  ///
  /// Sums are limited to 0...255 and colours to their alpha, which filters with negative lobes
  /// would otherwise leave.
  ///
  /// - Parameters:
  ///   - row: as ``weighRows(_:rows:stride:table:output:)`` leaves it, with room for the pairs of the
  ///     last pixel.
  ///   - table: of the pixels; its weights have at most 15 bits.
  static func weighPixels(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, row: Span<Int16>,
    table: ResampleTable
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= target.count
        && range.count == table.starts.count &* 4
        && row.count >= (table.count &+ 2 &* table.pairs) &* 8 && table.weightBits <= 15)
    target.withUnsafeMutableBytes { bytes in
      row.withUnsafeBytes { row in
        table.starts.withUnsafeBufferPointer { starts in
          table.weights.withUnsafeBufferPointer { weights in
            guard let base = bytes.baseAddress, let row = row.baseAddress,
              let starts = starts.baseAddress, let weights = weights.baseAddress
            else { return }
            let sum = PixelSum(
              row: row, starts: starts, weights: weights, weightBits: table.weightBits)
            let out = base + range.lowerBound
            let count = table.starts.count
            switch table.pairs {
            case 1: sum.run(out, count: count, pairs: 1)
            case 2: sum.run(out, count: count, pairs: 2)
            case 3: sum.run(out, count: count, pairs: 3)
            default: sum.run(out, count: count, pairs: table.pairs)
            }
          }
        }
      }
    }
  }
}
