extension RowKernel {
  /// Repeats one pixel over a range of bytes.
  static func fill(_ target: inout MutableSpan<UInt8>, _ range: Range<Int>, pixel: SIMD4<UInt8>) {
    withPointer(&target, range) { out in
      let word = unsafeBitCast(pixel, to: UInt32.self)
      if word == UInt32(pixel.x) &* 0x0101_0101 {
        // A single repeated byte: the system's memset is the fastest.
        out.initializeMemory(as: UInt8.self, repeating: pixel.x, count: range.count)
        return
      }
      let four = SIMD4<UInt32>(repeating: word)
      var offset = 0
      while offset &+ 16 <= range.count {
        out.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
        offset &+= 16
      }
      while offset &+ 4 <= range.count {
        out.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        offset &+= 4
      }
    }
  }

  static func copy(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, from source: Span<UInt8>
  ) {
    precondition(range.count == source.count)
    withPointers(&target, range, source) { $0.copyMemory(from: $1, byteCount: range.count) }
  }

  /// Blends one colour of constant alpha over a row; correctly rounded.
  static func blend(_ target: inout MutableSpan<UInt8>, _ range: Range<Int>, color: SolidColor) {
    withPointer(&target, range) { out in
      let alpha = Words(repeating: UInt16(color.alpha))
      let rest = Words(repeating: 255 &- UInt16(color.alpha))
      let over = color.words
      var offset = 0
      while offset &+ 16 <= range.count {
        store(lerp(over, load(out, offset), alpha: alpha, rest: rest), out, offset)
        offset &+= 16
      }
      while offset < range.count {
        let under = out.load(fromByteOffset: offset, as: UInt8.self)
        let blended = lerp(color.pixel[offset & 3], under, alpha: color.alpha)
        out.storeBytes(of: blended, toByteOffset: offset, as: UInt8.self)
        offset &+= 1
      }
    }
  }

  /// Blends one colour over a row through a coverage byte a pixel.
  ///
  /// Correctly rounded, whatever the colour's alpha: out = (C·a·m + D·(255² − a·m)) / 255².
  static func blend(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, color: SolidColor,
    coverage: Span<UInt8>
  ) {
    precondition(range.count == coverage.count &* 4)
    withPointers(&target, range, coverage) { out, mask in
      if color.alpha == 255 {
        blendOpaque(out, color: color, mask: mask, count: range.count / 4)
      } else {
        blendTranslucent(out, color: color, mask: mask, count: range.count / 4)
      }
    }
  }

  @inline(__always)
  private static func blendOpaque(
    _ out: UnsafeMutableRawPointer, color: SolidColor, mask: UnsafeRawPointer, count: Int
  ) {
    let over = color.words
    let full = Words(repeating: 255)
    func blendFour(_ pixel: Int, _ alpha: Words) {
      let offset = pixel &* 4
      store(lerp(over, load(out, offset), alpha: alpha, rest: full &- alpha), out, offset)
    }
    var pixel = 0
    while pixel &+ 16 <= count {
      let sixteen = mask.loadUnaligned(fromByteOffset: pixel, as: SIMD16<UInt8>.self)
      // Most of a text's mask is empty.
      if !Vectors.isZero(unsafeBitCast(sixteen, to: Words.self)) {
        let low = Vectors.widenedLow(sixteen)
        let high = Vectors.widenedHigh(sixteen)
        blendFour(pixel, Vectors.twiceLow(low))
        blendFour(pixel &+ 4, Vectors.twiceHigh(low))
        blendFour(pixel &+ 8, Vectors.twiceLow(high))
        blendFour(pixel &+ 12, Vectors.twiceHigh(high))
      }
      pixel &+= 16
    }
    while pixel &+ 4 <= count {
      blendFour(pixel, spread(mask, pixel))
      pixel &+= 4
    }
    while pixel < count {
      let alpha = mask.load(fromByteOffset: pixel, as: UInt8.self)
      for channel in 0..<4 {
        let offset = pixel &* 4 &+ channel
        let under = out.load(fromByteOffset: offset, as: UInt8.self)
        out.storeBytes(
          of: lerp(color.pixel[channel], under, alpha: alpha), toByteOffset: offset, as: UInt8.self)
      }
      pixel &+= 1
    }
  }

  private static func blendTranslucent(
    _ out: UnsafeMutableRawPointer, color: SolidColor, mask: UnsafeRawPointer, count: Int
  ) {
    for pixel in 0..<count {
      let covered = UInt32(mask.load(fromByteOffset: pixel, as: UInt8.self))
      guard covered != 0 else { continue }
      let alpha = covered &* UInt32(color.alpha)
      for channel in 0..<4 {
        let offset = pixel &* 4 &+ channel
        let under = UInt32(out.load(fromByteOffset: offset, as: UInt8.self))
        let sum = UInt32(color.pixel[channel]) &* alpha &+ under &* (65025 &- alpha)
        out.storeBytes(
          of: UInt8(truncatingIfNeeded: (sum &+ 32512) / 65025), toByteOffset: offset,
          as: UInt8.self)
      }
    }
  }
}
