extension RowKernel {
  /// Adds up rows of bytes, each by its weight.
  ///
  /// - Parameter rows: one row after the other, as many as there are weights.
  static func weighColumns(
    _ target: inout MutableSpan<Float>, rows: Span<UInt8>, weights: Span<Float>
  ) {
    let stride = target.count
    precondition(rows.count == stride &* weights.count)
    target.withUnsafeMutableBytes { out in
      rows.withUnsafeBytes { rows in
        weights.withUnsafeBufferPointer { weights in
          guard let out = out.baseAddress, let rows = rows.baseAddress else { return }
          let taps = weights.count
          var index = 0
          while index &+ 8 <= stride {
            var low = SIMD4<Float>()
            var high = SIMD4<Float>()
            for tap in 0..<taps {
              let eight = rows.loadUnaligned(
                fromByteOffset: tap &* stride &+ index, as: SIMD8<UInt8>.self)
              let wide = SIMD8<Int16>(truncatingIfNeeded: eight)
              let weight = weights[tap]
              low += SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: wide.lowHalf)) * weight
              high += SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: wide.highHalf)) * weight
            }
            out.storeBytes(of: low, toByteOffset: index &* 4, as: SIMD4<Float>.self)
            out.storeBytes(of: high, toByteOffset: index &* 4 &+ 16, as: SIMD4<Float>.self)
            index &+= 8
          }
          while index < stride {
            var sum: Float = 0
            for tap in 0..<taps {
              let byte = rows.load(fromByteOffset: tap &* stride &+ index, as: UInt8.self)
              sum += Float(byte) * weights[tap]
            }
            out.storeBytes(of: sum, toByteOffset: index &* 4, as: Float.self)
            index &+= 1
          }
        }
      }
    }
  }

  /// Adds up neighbouring pixels of a row, each by its weight, and rounds to bytes.
  ///
  /// Sums are limited to 0...255 and colours to their alpha, which filters with negative lobes
  /// would otherwise leave.
  static func weighPixels(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, row: Span<Float>,
    starts: Span<Int32>, weights: Span<Float>, taps: Int
  ) {
    let count = starts.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= target.count && range.count == count &* 4
        && weights.count == count &* taps)
    let last = row.count / 4 &- taps
    target.withUnsafeMutableBytes { bytes in
      row.withUnsafeBytes { row in
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { weights in
            guard let base = bytes.baseAddress, let row = row.baseAddress else { return }
            let out = base + range.lowerBound
            for pixel in 0..<count {
              let start = Int(starts[pixel])
              precondition(start >= 0 && start <= last)
              var sum = SIMD4<Float>()
              for tap in 0..<taps {
                let four = row.loadUnaligned(
                  fromByteOffset: (start &+ tap) &* 16, as: SIMD4<Float>.self)
                sum += four * weights[pixel &* taps &+ tap]
              }
              out.storeBytes(of: rounded(sum), toByteOffset: pixel &* 4, as: SIMD4<UInt8>.self)
            }
          }
        }
      }
    }
  }

  /// Four sums between −512 and 511 as the bytes of a premultiplied pixel.
  @inline(__always)
  private static func rounded(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
    // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
    let bits = unsafeBitCast(sum + 12_582_912, to: SIMD4<Int32>.self)
    let whole = SIMD4<Int16>(truncatingIfNeeded: bits)
    let positive = pointwiseMax(whole, SIMD4<Int16>())
    let alpha = min(positive.w, 255)
    return SIMD4<UInt8>(
      truncatingIfNeeded: pointwiseMin(positive, SIMD4<Int16>(repeating: alpha)))
  }
}
