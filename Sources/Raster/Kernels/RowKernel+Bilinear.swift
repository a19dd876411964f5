extension RowKernel {
  /// The number of fraction bits in a row of ``interpolateHorizontally(_:from:taps:)``.
  private static let fractionBits: Int16 = 6

  /// Interpolates each output pixel of a row from two adjacent pixels of a source row.
  ///
  /// - Parameters:
  ///   - target: Eight values for the red and blue bytes of four pixels, then eight for green and
  ///     alpha, with six fraction bits. Repeats for every four pixels.
  ///   - taps: The pairs of pixels and their weights.
  static func interpolateHorizontally(
    _ target: inout MutableSpan<Int16>, from row: Span<UInt8>, taps: BilinearTaps
  ) {
    let count = taps.columns.count
    precondition(target.count == count &* 4 && row.count >= taps.width &* 4)
    withPointers(&target, 0..<target.count, row, taps.columns.span, taps.fractions.span) {
      out, from, columns, weights in
      for four in 0..<count / 4 {
        let at = columns.loadUnaligned(fromByteOffset: four &* 16, as: SIMD4<Int32>.self)
        let (left, right) = neighbors(from, at)
        let fraction = weights.loadUnaligned(fromByteOffset: four &* 16, as: Shorts.self)
        let low = Words(repeating: 0x00FF)
        let even = mixed(left & low, right & low, fraction)
        let odd = mixed(left &>> 8, right &>> 8, fraction)
        out.storeBytes(of: even, toByteOffset: four &* 32, as: Shorts.self)
        out.storeBytes(of: odd, toByteOffset: four &* 32 &+ 16, as: Shorts.self)
      }
    }
  }

  /// Returns four left and four right pixels from the eight bytes at each offset.
  @inline(__always)
  private static func neighbors(_ from: UnsafeRawPointer, _ at: SIMD4<Int32>) -> (Words, Words) {
    func pair(_ offset: Int32) -> SIMD2<UInt32> {
      from.loadUnaligned(fromByteOffset: Int(offset), as: SIMD2<UInt32>.self)
    }
    let pairs = SIMD8(
      lowHalf: SIMD4(lowHalf: pair(at[0]), highHalf: pair(at[1])),
      highHalf: SIMD4(lowHalf: pair(at[2]), highHalf: pair(at[3])))
    return (
      unsafeBitCast(pairs.evenHalf, to: Words.self), unsafeBitCast(pairs.oddHalf, to: Words.self)
    )
  }

  @inline(__always)
  private static func mixed(_ left: Words, _ right: Words, _ fraction: Shorts) -> Shorts {
    let start = unsafeBitCast(left, to: Shorts.self)
    let difference = unsafeBitCast(right, to: Shorts.self) &- start
    return (start &<< fractionBits) &+ Vectors.multiplyHigh(difference &<< 7, fraction)
  }

  /// Interpolates two horizontally interpolated rows and rounds the result to bytes.
  ///
  /// - Parameters:
  ///   - range: A whole number of pixels, up to three fewer than the rows contain.
  ///   - fraction: The weight of the lower row, in 1/32768.
  ///   - composites: Whether to composite the result with premultiplied source-over instead of
  ///     replacing the row.
  static func interpolateVertically(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, upper: Span<Int16>,
    lower: Span<Int16>, fraction: Int16, composites: Bool
  ) {
    let count = range.count
    precondition(count % 4 == 0 && upper.count == lower.count)
    precondition(upper.count >= count && upper.count % 16 == 0)
    withPointers(&target, range, upper, lower) { out, upper, lower in
      let fractions = repeated(fraction)
      var index = 0
      if composites {
        while index &+ 16 <= count {
          composite(mixedRows(upper, lower, index &* 2, fractions), over: out, index)
          index &+= 16
        }
      } else {
        while index &+ 16 <= count {
          store(mixedRows(upper, lower, index &* 2, fractions), out, index)
          index &+= 16
        }
      }
      guard index < count else { return }
      withUnsafeBytes(of: mixedRows(upper, lower, index &* 2, fractions)) { rest in
        guard let rest = rest.baseAddress else { return }
        if !composites { return (out + index).copyMemory(from: rest, byteCount: count &- index) }
        for offset in stride(from: 0, to: count &- index, by: 4) {
          compositePixel(out + index, rest, offset, coverage: 255)
        }
      }
    }
  }

  /// Returns a vector with `fraction` in every lane.
  @inline(__always)
  private static func repeated(_ fraction: Int16) -> Shorts {
    // The value is repeated in pairs. If a single value were repeated, the optimizer would widen it
    // outside of the loop, and with it every product.
    let pair = Int32(fraction) &<< 16 | Int32(fraction)
    return unsafeBitCast(SIMD4<Int32>(repeating: pair), to: Shorts.self)
  }

  /// Returns four pixels interpolated from two rows.
  @inline(__always)
  private static func mixedRows(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ offset: Int, _ fraction: Shorts
  ) -> Words {
    // 32 for rounding, and 1 because the two products are rounded down by half a unit each on
    // average.
    let bias = Shorts(repeating: 33)
    @inline(__always)
    func eight(_ offset: Int) -> Words {
      let a = upper.loadUnaligned(fromByteOffset: offset, as: Shorts.self)
      let b = lower.loadUnaligned(fromByteOffset: offset, as: Shorts.self)
      let sum = a &+ Vectors.multiplyHigh((b &- a) &<< 1, fraction) &+ bias
      return unsafeBitCast(sum, to: Words.self)
    }
    let even = eight(offset) &>> 6
    let odd = (eight(offset &+ 16) &<< 2) & Words(repeating: 0xFF00)
    return even | odd
  }

  /// Computes the rounded mean of each 2 × 2 block of two source rows.
  static func halve(_ target: inout MutableSpan<UInt8>, upper: Span<UInt8>, lower: Span<UInt8>) {
    let count = target.count
    precondition(upper.count == count &* 2 && lower.count == count &* 2 && count % 4 == 0)
    withPointers(&target, 0..<count, upper, lower) { out, upper, lower in
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

  /// Returns two pixels, the means of 2 × 2 blocks in two rows of four.
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
