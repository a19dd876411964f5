extension RowKernel {
  /// Fills a range of bytes with a pixel.
  static func fill(_ target: inout MutableSpan<UInt8>, _ range: Range<Int>, pixel: SIMD4<UInt8>) {
    withPointer(&target, range) { out in
      let word = unsafeBitCast(pixel, to: UInt32.self)
      if word == UInt32(pixel.x) &* 0x0101_0101 {
        // For a single repeated byte the system's memset is fastest.
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

  /// Blends a color of constant alpha over whole pixels of a row, correctly rounded.
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
      while offset &+ 4 <= range.count {
        storePixel(lerp(over, loadPixel(out, offset), alpha: alpha, rest: rest), out, offset)
        offset &+= 4
      }
    }
  }

  /// Blends a color over a row through a mask with one byte per pixel.
  ///
  /// Correctly rounded for any alpha: out = (C·a·m + D·(255² − a·m)) / 255².
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
    @inline(__always)
    func blendFour(_ pixel: Int, _ alpha: Words) {
      let offset = pixel &* 4
      store(lerp(over, load(out, offset), alpha: alpha, rest: full &- alpha), out, offset)
    }
    var pixel = 0
    while pixel &+ 16 <= count {
      let sixteen = mask.loadUnaligned(fromByteOffset: pixel, as: SIMD16<UInt8>.self)
      // Most of a text's mask is empty.
      if !Vectors.isZero(unsafeBitCast(sixteen, to: Words.self)) {
        let low = Vectors.widened(sixteen.lowHalf)
        let high = Vectors.widened(sixteen.highHalf)
        blendFour(pixel, Vectors.twice(low.lowHalf))
        blendFour(pixel &+ 4, Vectors.twice(low.highHalf))
        blendFour(pixel &+ 8, Vectors.twice(high.lowHalf))
        blendFour(pixel &+ 12, Vectors.twice(high.highHalf))
      }
      pixel &+= 16
    }
    while pixel &+ 4 <= count {
      blendFour(pixel, spread(mask, pixel))
      pixel &+= 4
    }
    while pixel < count {
      let alpha = Words(repeating: UInt16(mask.load(fromByteOffset: pixel, as: UInt8.self)))
      let under = loadPixel(out, pixel &* 4)
      storePixel(lerp(over, under, alpha: alpha, rest: full &- alpha), out, pixel &* 4)
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
