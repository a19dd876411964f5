extension RowKernel {
  /// Raises the saturation of premultiplied pixels to 1.5 and lays white at alpha 0.2 over them.
  ///
  /// With L = 27 R + 92 G + 9 B each channel becomes (384 c − L) / 256, rounded and limited to
  /// 0...alpha: the matrix of the weights 0.2126, 0.7152, 0.0722 in 1/256. White at 0.2 makes that
  /// (4 c + 255) / 5, rounded.
  static func tint(_ target: inout MutableSpan<UInt8>, saturates: Bool) {
    precondition(target.count % 4 == 0)
    target.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let count = bytes.count
      var offset = 0
      while offset &+ 16 <= count {
        store(tinted(load(base, offset), saturates: saturates), base, offset)
        offset &+= 16
      }
      while offset &+ 4 <= count {
        let pixel = base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt16>.self)
        let four = Words(pixel[0], pixel[1], 0, 0, 0, 0, 0, 0)
        let changed = tinted(four, saturates: saturates)
        base.storeBytes(
          of: SIMD2(changed[0], changed[1]), toByteOffset: offset, as: SIMD2<UInt16>.self)
        offset &+= 4
      }
    }
  }

  /// Four pixels of ``tint(_:saturates:)``.
  @inline(__always)
  static func tinted(_ words: Words, saturates: Bool) -> Words {
    var even = words & Words(repeating: 0x00FF)
    var odd = words &>> 8
    if saturates {
      let weighed =
        even &* Words(27, 9, 27, 9, 27, 9, 27, 9) &+ odd &* Words(92, 0, 92, 0, 92, 0, 92, 0)
      // Both words of a pixel get the sum of both; written as a rotation it would leave the
      // vector registers.
      let pixels = unsafeBitCast(weighed, to: SIMD4<UInt32>.self)
      let luma =
        weighed &+ unsafeBitCast(pixels &>> 16, to: Words.self)
        &+ unsafeBitCast(pixels &<< 16, to: Words.self)
      let alpha = Vectors.alphas(words)
      @inline(__always)
      func saturated(_ channel: Words) -> Words {
        let spread = unsafeBitCast(channel &* 128 &- luma &+ 128, to: Shorts.self) &>> 8
        let sum = unsafeBitCast(channel, to: Shorts.self) &+ spread
        let limited = Vectors.limited(sum, to: unsafeBitCast(alpha, to: Shorts.self))
        return unsafeBitCast(limited, to: Words.self)
      }
      even = saturated(even)
      let green = saturated(odd)
      let greens = Words(0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0)
      odd = (green & greens) | (odd & ~greens)
    }
    // (4 c + 257) / 5, exact by a 16-bit reciprocal for c 0...255.
    @inline(__always)
    func lightened(_ channel: Words) -> Words {
      Vectors.multiplyHigh(channel &* 4 &+ 257, Words(repeating: 13108))
    }
    return lightened(even) | (lightened(odd) &<< 8)
  }
}
