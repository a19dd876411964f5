extension RowKernel {
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
            let two = halved(load(upper, index &* 2), load(lower, index &* 2))
            out.storeBytes(of: two, toByteOffset: index, as: SIMD2<UInt32>.self)
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
    @inline(__always)
    func pairs(_ w: Words) -> SIMD4<UInt16> {
      SIMD4(w[0], w[1], w[4], w[5]) &+ SIMD4(w[2], w[3], w[6], w[7]) &+ 2
    }
    let both = (pairs(even) &>> 2) | ((pairs(odd) &>> 2) &<< 8)
    return unsafeBitCast(both, to: SIMD2<UInt32>.self)
  }
}
