import CVectors

/// Eight 16-bit values. As pixels: four RGBA pixels in little-endian order, where word 2n has red
/// and green of pixel n, and word 2n + 1 has blue and alpha.
typealias Words = SIMD8<UInt16>

/// Eight signed 16-bit values.
typealias Shorts = SIMD8<Int16>

/// Vector operations that the standard library lacks.
///
/// The optimizer compiles each of them to one or two machine instructions. The conversions of the
/// standard library become function calls in larger functions, which are several times slower.
enum Vectors {
  /// Returns the upper half of each 32-bit product.
  @inline(__always)
  static func multiplyHigh(_ a: Words, _ b: Words) -> Words {
    var result = Words()
    for lane in 0..<8 {
      let product = UInt32(truncatingIfNeeded: a[lane]) &* UInt32(truncatingIfNeeded: b[lane])
      result[lane] = UInt16(truncatingIfNeeded: product &>> 16)
    }
    return result
  }

  /// Returns the upper half of each signed 32-bit product, rounded down.
  @inline(__always)
  static func multiplyHigh(_ a: Shorts, _ b: Shorts) -> Shorts {
    var result = Shorts()
    for lane in 0..<8 {
      let product = Int32(truncatingIfNeeded: a[lane]) &* Int32(truncatingIfNeeded: b[lane])
      result[lane] = Int16(truncatingIfNeeded: product &>> 16)
    }
    return result
  }

  /// Returns each value / 255, rounded to nearest. Exact for 0...65025.
  @inline(__always)
  static func dividedBy255(_ value: Words) -> Words {
    // The upper half of (v + 128) · 257 equals the result of the two shifts in
    // ``RowKernel/dividedBy255(_:)``. In a loop over lanes the compiler would widen the constant
    // factor, and with it every product.
    twheader_multiply_high(value &+ Words(repeating: 128), Words(repeating: 257))
  }

  /// Returns the sums of the products of each two adjacent lanes.
  @inline(__always)
  static func multiplyAddPairs(_ a: Shorts, _ b: Shorts) -> SIMD4<Int32> {
    var result = SIMD4<Int32>()
    for lane in 0..<4 {
      let even = 2 &* lane
      let first = Int32(truncatingIfNeeded: a[even]) &* Int32(truncatingIfNeeded: b[even])
      let odd = even &+ 1
      let second = Int32(truncatingIfNeeded: a[odd]) &* Int32(truncatingIfNeeded: b[odd])
      result[lane] = first &+ second
    }
    return result
  }

  @inline(__always)
  static func widened(_ bytes: SIMD8<UInt8>) -> Words {
    var result = Words()
    for lane in 0..<8 { result[lane] = UInt16(truncatingIfNeeded: bytes[lane]) }
    return result
  }

  /// Returns a vector with each of four words twice.
  @inline(__always)
  static func twice(_ four: SIMD4<UInt16>) -> Words {
    Words(four[0], four[0], four[1], four[1], four[2], four[2], four[3], four[3])
  }

  /// Returns the lower byte of each word.
  @inline(__always)
  static func narrowed(_ low: Words, _ high: Words) -> SIMD16<UInt8> {
    var result = SIMD16<UInt8>()
    for lane in 0..<8 { result[lane] = UInt8(truncatingIfNeeded: low[lane]) }
    for lane in 0..<8 { result[lane &+ 8] = UInt8(truncatingIfNeeded: high[lane]) }
    return result
  }

  /// Returns the values limited to the range of `Int16`.
  @inline(__always)
  static func narrowed(_ low: SIMD4<Int32>, _ high: SIMD4<Int32>) -> Shorts {
    twheader_narrow(low, high)
  }

  /// Returns the alpha of each of four pixels, in both of its words.
  @inline(__always)
  static func alphas(_ pixels: Words) -> Words {
    let alpha = unsafeBitCast(pixels, to: SIMD4<UInt32>.self) &>> 24
    // The halves are added as words, because the compiler would turn a 32-bit addition into a
    // multiplication.
    return unsafeBitCast(alpha, to: Words.self) &+ unsafeBitCast(alpha &<< 16, to: Words.self)
  }

  @inline(__always)
  static func isZero(_ words: Words) -> Bool {
    let halves = unsafeBitCast(words, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// Returns each value clamped to 0...`limit`. The two may differ by up to 32767.
  @inline(__always)
  static func clamped(_ value: Shorts, to limit: Shorts) -> Shorts {
    lesser(value & ~(value &>> 15), limit)
  }

  /// Returns the lesser of each two values, which may differ by up to 32767.
  @inline(__always)
  static func lesser(_ a: Shorts, _ b: Shorts) -> Shorts {
    let difference = b &- a
    return a &+ (difference & (difference &>> 15))
  }
}
