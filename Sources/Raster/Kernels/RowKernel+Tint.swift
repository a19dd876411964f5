extension RowKernel {
  /// Raises the saturation of premultiplied pixels to 1.5 if `saturates`, and blends white with an
  /// alpha of 0.2 over them.
  ///
  /// With L = (27 R + 92 G + 9 B) / 128 each channel becomes (3 c − L) / 2, limited to 0...alpha.
  /// These are the weights 0.2126, 0.7152 and 0.0722 in 1/128. White at 0.2 changes the result to
  /// (4 c + 255) / 5, rounded.
  static func tint(_ target: inout MutableSpan<UInt8>, saturates: Bool) {
    precondition(target.count % 4 == 0)
    let count = target.count
    withPointer(&target, 0..<count) { base in
      for offset in stride(from: 0, to: count, by: 4) {
        let pixel = base.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        let words = SIMD4<UInt16>(truncatingIfNeeded: pixel) &<< SIMD4(repeating: 3)
        let tinted = tinted(Words(lowHalf: words, highHalf: words), saturates: saturates).lowHalf
        base.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: tinted), toByteOffset: offset,
          as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Returns two pixels tinted as in ``tint(_:saturates:)``.
  ///
  /// - Parameter words: The red, green, blue and alpha of each pixel, with three fraction bits.
  /// - Returns: The tinted channels without fraction bits.
  @inline(__always)
  static func tinted(_ words: Words, saturates: Bool) -> Words {
    var values = words
    if saturates {
      let parts = Vectors.multiplyAddPairs(
        unsafeBitCast(words, to: Shorts.self), Shorts(27, 92, 9, 0, 27, 92, 9, 0))
      let sums = parts &+ SIMD4(parts[1], parts[0], parts[3], parts[2])
      let luma = unsafeBitCast((sums &+ 64) &>> 7, to: SIMD4<UInt32>.self)
      let lumas = unsafeBitCast(luma | luma &<< 16, to: Shorts.self)
      let signed = unsafeBitCast(words, to: Shorts.self)
      let alphas = Shorts(
        signed[3], signed[3], signed[3], signed[3], signed[7], signed[7], signed[7], signed[7])
      let saturated = (signed &+ signed &+ signed &- lumas &+ 1) &>> 1
      values = unsafeBitCast(Vectors.clamped(saturated, to: alphas), to: Words.self)
    }
    // (4 c + 2040) / 40 rounded, with c in eighths. The reciprocal is exact up to 65535.
    let fifth = Vectors.multiplyHigh((values &* 4 &+ 2060) &<< 2, Words(repeating: 52429))
    return Vectors.multiplyHigh(fifth, Words(repeating: 512))
  }
}
