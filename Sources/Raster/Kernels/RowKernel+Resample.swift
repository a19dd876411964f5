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
  ///   - first: of the rows that count.
  ///   - weights: of pairs of rows from there on, the first in the lower half; rows past the last
  ///     have weight 0.
  ///   - weightBits: the weights add up to two to this power; 7...22.
  static func weighRows(
    _ target: inout MutableSpan<Int16>, rows: Span<UInt8>, stride: Int, first: Int,
    weights: Span<Int32>, weightBits: Int32
  ) {
    precondition(
      stride > 0 && target.count >= stride &* 2 && stride % 4 == 0 && rows.count % stride == 0
        && first >= 0
        && (betweenBits...22).contains(weightBits))
    let lastRow = rows.count / stride &- 1
    target.withUnsafeMutableBytes { out in
      rows.withUnsafeBytes { rows in
        weights.withUnsafeBufferPointer { weights in
          guard let out = out.baseAddress, let rows = rows.baseAddress else { return }
          let shift = SIMD4<Int32>(repeating: weightBits &- betweenBits)
          let bias = SIMD4<Int32>(
            repeating: (1 &<< (weightBits &- betweenBits)) / 2 &- (128 &<< weightBits))
          var previous = SIMD4<Int32>()
          var index = 0
          while index &+ 16 <= stride {
            var four = (bias, bias, bias, bias)
            for pair in 0..<weights.count {
              let upper = min(first &+ 2 &* pair, lastRow)
              let lower = min(upper &+ 1, lastRow)
              let a = rows.loadUnaligned(
                fromByteOffset: upper &* stride &+ index, as: SIMD16<UInt8>.self)
              let b = rows.loadUnaligned(
                fromByteOffset: lower &* stride &+ index, as: SIMD16<UInt8>.self)
              let weight = unsafeBitCast(
                SIMD4<Int32>(repeating: weights[pair]), to: Shorts.self)
              four.0 &+= Vectors.multiplyAddPairs(interleaved(a, b, 0), weight)
              four.1 &+= Vectors.multiplyAddPairs(interleaved(a, b, 4), weight)
              four.2 &+= Vectors.multiplyAddPairs(interleaved(a, b, 8), weight)
              four.3 &+= Vectors.multiplyAddPairs(interleaved(a, b, 12), weight)
            }
            let sums = (
              four.0 &>> shift, four.1 &>> shift, four.2 &>> shift, four.3 &>> shift
            )
            if index > 0 { put(previous, sums.0, out, index &* 4 &- 16) }
            put(sums.0, sums.1, out, index &* 4)
            put(sums.1, sums.2, out, index &* 4 &+ 16)
            put(sums.2, sums.3, out, index &* 4 &+ 32)
            previous = sums.3
            index &+= 16
          }
          while index < stride {
            var sum = bias
            for pair in 0..<weights.count {
              let upper = min(first &+ 2 &* pair, lastRow)
              let lower = min(upper &+ 1, lastRow)
              let a = rows.loadUnaligned(
                fromByteOffset: upper &* stride &+ index, as: SIMD4<UInt8>.self)
              let b = rows.loadUnaligned(
                fromByteOffset: lower &* stride &+ index, as: SIMD4<UInt8>.self)
              let weight = unsafeBitCast(
                SIMD4<Int32>(repeating: weights[pair]), to: Shorts.self)
              var both = Shorts()
              for lane in 0..<4 {
                both[2 &* lane] = Int16(truncatingIfNeeded: a[lane])
                both[2 &* lane &+ 1] = Int16(truncatingIfNeeded: b[lane])
              }
              sum &+= Vectors.multiplyAddPairs(both, weight)
            }
            sum = sum &>> shift
            if index > 0 { put(previous, sum, out, index &* 4 &- 16) }
            previous = sum
            index &+= 4
          }
          put(previous, previous, out, stride &* 4 &- 16)
        }
      }
    }
  }

  /// Bytes `from...from + 3` of two rows in turn.
  @inline(__always)
  private static func interleaved(
    _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ from: Int
  ) -> Shorts {
    var result = Shorts()
    for lane in 0..<4 {
      result[2 &* lane] = Int16(truncatingIfNeeded: a[from &+ lane])
      result[2 &* lane &+ 1] = Int16(truncatingIfNeeded: b[from &+ lane])
    }
    return result
  }

  /// Stores a pixel's channels, each followed by the same of the pixel on its right.
  @inline(__always)
  private static func put(
    _ left: SIMD4<Int32>, _ right: SIMD4<Int32>, _ out: UnsafeMutableRawPointer, _ offset: Int
  ) {
    let both = (left & SIMD4<Int32>(repeating: 0xFFFF)) | (right &<< 16)
    out.storeBytes(of: both, toByteOffset: offset, as: SIMD4<Int32>.self)
  }

  /// Adds up neighbouring pixels of a row, each by its weight, and rounds to bytes.
  ///
  /// Sums are limited to 0...255 and colours to their alpha, which filters with negative lobes
  /// would otherwise leave.
  ///
  /// - Parameters:
  ///   - row: as ``weighRows(_:rows:stride:first:weights:weightBits:)`` leaves it, with room for the last
  ///     pixel's pairs.
  ///   - starts: for each output pixel the first pixel that counts.
  ///   - weights: for each output pixel `pairs` pairs of weights.
  ///   - weightBits: the weights add up to two to this power; at most 15.
  static func weighPixels(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, row: Span<Int16>,
    starts: Span<Int32>, weights: Span<Int32>, pairs: Int, weightBits: Int32
  ) {
    let count = starts.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= target.count && range.count == count &* 4
        && weights.count == count &* pairs && pairs > 0 && weightBits <= 15)
    let last = row.count / 8 &- 2 &* pairs
    target.withUnsafeMutableBytes { bytes in
      row.withUnsafeBytes { row in
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { weights in
            guard let base = bytes.baseAddress, let row = row.baseAddress else { return }
            let out = base + range.lowerBound
            let shift = SIMD4<Int32>(repeating: weightBits &+ betweenBits)
            let bias = SIMD4<Int32>(
              repeating: (1 &<< (weightBits &+ betweenBits)) / 2
                &+ (128 &<< (weightBits &+ betweenBits)))
            @inline(__always)
            func sum(_ pixel: Int) -> SIMD4<Int32> {
              let start = Int(starts[pixel])
              precondition(start >= 0 && start <= last)
              var sum = bias
              for pair in 0..<pairs {
                let values = row.loadUnaligned(
                  fromByteOffset: (start &+ 2 &* pair) &* 16, as: Shorts.self)
                let weight = unsafeBitCast(
                  SIMD4<Int32>(repeating: weights[pixel &* pairs &+ pair]), to: Shorts.self)
                sum &+= Vectors.multiplyAddPairs(values, weight)
              }
              return sum &>> shift
            }
            var pixel = 0
            while pixel &+ 4 <= count {
              let bytes = limitedPixels(
                Vectors.narrowed(sum(pixel), sum(pixel &+ 1)),
                Vectors.narrowed(sum(pixel &+ 2), sum(pixel &+ 3)))
              out.storeBytes(of: bytes, toByteOffset: pixel &* 4, as: SIMD16<UInt8>.self)
              pixel &+= 4
            }
            while pixel < count {
              let one = Vectors.narrowed(sum(pixel), SIMD4<Int32>())
              let bytes = unsafeBitCast(
                limitedPixels(one, Shorts()), to: SIMD4<UInt32>.self)
              out.storeBytes(of: bytes[0], toByteOffset: pixel &* 4, as: UInt32.self)
              pixel &+= 1
            }
          }
        }
      }
    }
  }

  /// Four pixels limited to what a premultiplied pixel can be.
  @inline(__always)
  private static func limitedPixels(_ low: Shorts, _ high: Shorts) -> SIMD16<UInt8> {
    @inline(__always)
    func limited(_ two: Shorts) -> Words {
      let bytes = Vectors.limited(two, to: Shorts(repeating: 255))
      let alphas = Shorts(
        bytes[3], bytes[3], bytes[3], bytes[3], bytes[7], bytes[7], bytes[7], bytes[7])
      let colors = bytes.replacing(with: alphas, where: bytes .> alphas)
      return unsafeBitCast(colors, to: Words.self)
    }
    return Vectors.narrowed(limited(low), limited(high))
  }
}
