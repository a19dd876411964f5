extension RowKernel {
  /// Writes one pixel over and over.
  static func fill(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, pixel: SIMD4<UInt8>
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= target.count)
    let word = unsafeBitCast(pixel, to: UInt32.self)
    target.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let out = base + range.lowerBound
      let count = range.count
      if word == UInt32(pixel.x) &* 0x0101_0101 {
        // One byte over and over: the system knows the machine's fastest way.
        out.initializeMemory(as: UInt8.self, repeating: pixel.x, count: count)
        return
      }
      let four = SIMD4<UInt32>(repeating: word)
      var offset = 0
      while offset &+ 16 <= count {
        out.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
        offset &+= 16
      }
      while offset &+ 4 <= count {
        out.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        offset &+= 4
      }
    }
  }

  /// Copies a row.
  static func copy(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, from source: Span<UInt8>
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= target.count && range.count == source.count)
    target.withUnsafeMutableBytes { bytes in
      source.withUnsafeBytes { source in
        guard let out = bytes.baseAddress, let from = source.baseAddress else { return }
        (out + range.lowerBound).copyMemory(from: from, byteCount: source.count)
      }
    }
  }

  /// Blends one colour of constant alpha over a row: correctly rounded.
  static func blend(_ target: inout MutableSpan<UInt8>, _ range: Range<Int>, ink: Ink) {
    precondition(range.lowerBound >= 0 && range.upperBound <= target.count)
    target.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let out = base + range.lowerBound
      let count = range.count
      let over = unsafeBitCast(
        SIMD4<UInt32>(repeating: unsafeBitCast(ink.pixel, to: UInt32.self)), to: Words.self)
      let alpha = Words(repeating: UInt16(ink.alpha))
      let rest = Words(repeating: 255 &- UInt16(ink.alpha))
      var offset = 0
      while offset &+ 16 <= count {
        store(lerp(over, load(out, offset), alpha: alpha, rest: rest), out, offset)
        offset &+= 16
      }
      while offset < count {
        let under = out.load(fromByteOffset: offset, as: UInt8.self)
        let blended = lerp(ink.pixel[offset & 3], under, alpha: ink.alpha)
        out.storeBytes(of: blended, toByteOffset: offset, as: UInt8.self)
        offset &+= 1
      }
    }
  }
}
