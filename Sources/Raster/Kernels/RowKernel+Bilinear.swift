extension RowKernel {
  /// Bits after the point of a ``stretch`` row.
  static let stretchFractionBits: Int16 = 6

  /// Mixes each output pixel of a row from two neighbours of a source row.
  ///
  /// - Parameters:
  ///   - target: four values a pixel, with ``stretchFractionBits`` bits after the point.
  ///   - columns: for each output pixel the byte offset of its left neighbour; the right one
  ///     follows it.
  ///   - weights: for each output pixel four times the share of its right neighbour in 1/32768.
  static func stretch(
    _ target: inout MutableSpan<Int16>, from row: Span<UInt8>, columns: Span<Int32>,
    weights: Span<Int16>
  ) {
    let count = columns.count
    precondition(target.count == count &* 4 && weights.count == count &* 4)
    target.withUnsafeMutableBytes { out in
      row.withUnsafeBytes { source in
        columns.withUnsafeBufferPointer { columns in
          weights.withUnsafeBytes { weights in
            guard let out = out.baseAddress, let from = source.baseAddress,
              let weights = weights.baseAddress
            else { return }
            let last = source.count &- 8
            var pixel = 0
            while pixel &+ 2 <= count {
              let left = Int(columns[pixel])
              let right = Int(columns[pixel &+ 1])
              precondition(left >= 0 && left <= last && right >= 0 && right <= last)
              let share = weights.loadUnaligned(
                fromByteOffset: pixel &* 8, as: SIMD8<Int16>.self)
              out.storeBytes(
                of: mixed(from, left, right, share), toByteOffset: pixel &* 8,
                as: SIMD8<Int16>.self)
              pixel &+= 2
            }
            if pixel < count {
              let left = Int(columns[pixel])
              precondition(left >= 0 && left <= last)
              let share = weights.loadUnaligned(
                fromByteOffset: pixel &* 8, as: SIMD4<Int16>.self)
              let both = SIMD8<Int16>(lowHalf: share, highHalf: share)
              out.storeBytes(
                of: mixed(from, left, left, both).lowHalf, toByteOffset: pixel &* 8,
                as: SIMD4<Int16>.self)
            }
          }
        }
      }
    }
  }

  /// Two output pixels, each from the eight bytes at its offset.
  @inline(__always)
  private static func mixed(
    _ from: UnsafeRawPointer, _ first: Int, _ second: Int, _ share: SIMD8<Int16>
  ) -> SIMD8<Int16> {
    let a = from.loadUnaligned(fromByteOffset: first, as: SIMD2<UInt32>.self)
    let b = from.loadUnaligned(fromByteOffset: second, as: SIMD2<UInt32>.self)
    let both = unsafeBitCast(SIMD4<UInt32>(a[0], b[0], a[1], b[1]), to: SIMD16<UInt8>.self)
    let left = SIMD8<Int16>(truncatingIfNeeded: both.lowHalf)
    let right = SIMD8<Int16>(truncatingIfNeeded: both.highHalf)
    return (left &<< stretchFractionBits) &+ multiplyHigh((right &- left) &<< 7, share)
  }

  /// Mixes two ``stretch`` rows and rounds to bytes.
  ///
  /// - Parameter share: of the lower row, in 1/32768.
  static func mix(
    _ target: inout MutableSpan<UInt8>, upper: Span<Int16>, lower: Span<Int16>, share: Int16
  ) {
    let count = target.count
    precondition(upper.count == count && lower.count == count && count % 4 == 0)
    target.withUnsafeMutableBytes { out in
      upper.withUnsafeBytes { upper in
        lower.withUnsafeBytes { lower in
          guard let out = out.baseAddress, let upper = upper.baseAddress,
            let lower = lower.baseAddress
          else { return }
          let shares = SIMD8<Int16>(repeating: share)
          // 32 rounds; the two products were rounded down by half a unit on average each.
          let bias = SIMD8<Int16>(repeating: 33)
          func eight(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<UInt8> {
            let sum = a &+ multiplyHigh((b &- a) &<< 1, shares) &+ bias
            return SIMD8<UInt8>(truncatingIfNeeded: sum &>> stretchFractionBits)
          }
          var index = 0
          while index &+ 16 <= count {
            let first = eight(
              upper.loadUnaligned(fromByteOffset: index &* 2, as: SIMD8<Int16>.self),
              lower.loadUnaligned(fromByteOffset: index &* 2, as: SIMD8<Int16>.self))
            let second = eight(
              upper.loadUnaligned(fromByteOffset: index &* 2 &+ 16, as: SIMD8<Int16>.self),
              lower.loadUnaligned(fromByteOffset: index &* 2 &+ 16, as: SIMD8<Int16>.self))
            out.storeBytes(
              of: SIMD16<UInt8>(lowHalf: first, highHalf: second), toByteOffset: index,
              as: SIMD16<UInt8>.self)
            index &+= 16
          }
          while index &+ 4 <= count {
            let a = upper.loadUnaligned(fromByteOffset: index &* 2, as: SIMD4<Int16>.self)
            let b = lower.loadUnaligned(fromByteOffset: index &* 2, as: SIMD4<Int16>.self)
            let four = eight(
              SIMD8(lowHalf: a, highHalf: a), SIMD8(lowHalf: b, highHalf: b)
            ).lowHalf
            out.storeBytes(of: four, toByteOffset: index, as: SIMD4<UInt8>.self)
            index &+= 4
          }
        }
      }
    }
  }

  /// The rounded mean of each 2 × 2 block of two source rows.
  static func halve(
    _ target: inout MutableSpan<UInt8>, upper: Span<UInt8>, lower: Span<UInt8>
  ) {
    let count = target.count
    precondition(upper.count == count &* 2 && lower.count == count &* 2 && count % 4 == 0)
    target.withUnsafeMutableBytes { out in
      upper.withUnsafeBytes { upper in
        lower.withUnsafeBytes { lower in
          guard let out = out.baseAddress, let upper = upper.baseAddress,
            let lower = lower.baseAddress
          else { return }
          var index = 0
          while index &+ 8 <= count {
            let four = halved(load(upper, index &* 2), load(lower, index &* 2))
            out.storeBytes(of: four, toByteOffset: index, as: SIMD2<UInt32>.self)
            index &+= 8
          }
          if index < count {
            let a = upper.loadUnaligned(fromByteOffset: index &* 2, as: SIMD4<UInt16>.self)
            let b = lower.loadUnaligned(fromByteOffset: index &* 2, as: SIMD4<UInt16>.self)
            let two = halved(Words(lowHalf: a, highHalf: a), Words(lowHalf: b, highHalf: b))
            out.storeBytes(of: two[0], toByteOffset: index, as: UInt32.self)
          }
        }
      }
    }
  }

  /// Two pixels out of two rows of four.
  @inline(__always)
  private static func halved(_ upper: Words, _ lower: Words) -> SIMD2<UInt32> {
    let low = Words(repeating: 0x00FF)
    let even = (upper & low) &+ (lower & low)
    let odd = (upper &>> 8) &+ (lower &>> 8)
    func pairs(_ w: Words) -> SIMD4<UInt16> {
      SIMD4(w[0], w[1], w[4], w[5]) &+ SIMD4(w[2], w[3], w[6], w[7]) &+ 2
    }
    let both = (pairs(even) &>> 2) | ((pairs(odd) &>> 2) &<< 8)
    return unsafeBitCast(both, to: SIMD2<UInt32>.self)
  }
}
