/// Compositing. In formulas, S is a channel of the source, D the channel of the destination, Sa the
/// alpha of the source, and m the opacity or coverage. All are in 0...255.
extension RowKernel {
  /// Composites with premultiplied source-over at full opacity: out = S + D·(255 − Sa)/255,
  /// correctly rounded.
  ///
  /// Copies runs of opaque pixels and skips runs of transparent ones.
  static func sourceOver(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, source: Span<UInt8>
  ) {
    precondition(range.count == source.count)
    withPointers(&target, range, source) { out, source in
      let count = range.count
      var offset = 0
      while offset &+ 16 <= count {
        composite(load(source, offset), over: out, offset)
        offset &+= 16
      }
      while offset &+ 4 <= count {
        compositePixel(out, source, offset, coverage: 255)
        offset &+= 4
      }
    }
  }

  /// Composites with premultiplied source-over at a constant opacity: out = S·m/255 + D·(255² −
  /// Sa·m)/255².
  ///
  /// Correctly rounded at full opacity and for opaque sources. Otherwise the result before rounding
  /// is at most 1/255 too large.
  static func sourceOver(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, source: Span<UInt8>, opacity: UInt8
  ) {
    // A separate loop, because a test of the opacity inside of the loop costs a sixth of the speed.
    if opacity == 255 { return sourceOver(&target, range, source: source) }
    precondition(range.count == source.count)
    withPointers(&target, range, source) { out, source in
      let count = range.count
      let coverage = Words(repeating: UInt16(opacity))
      var offset = 0
      while offset &+ 16 <= count {
        store(composite(load(source, offset), load(out, offset), coverage: coverage), out, offset)
        offset &+= 16
      }
      while offset &+ 4 <= count {
        compositePixel(out, source, offset, coverage: opacity)
        offset &+= 4
      }
    }
  }

  /// Composites with premultiplied source-over through a mask with one byte per pixel. Rounds as
  /// with a constant opacity.
  static func sourceOver(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, source: Span<UInt8>,
    coverage: Span<UInt8>
  ) {
    precondition(range.count == source.count && range.count == coverage.count &* 4)
    withPointers(&target, range, source, coverage) { out, source, mask in
      let count = coverage.count
      var pixel = 0
      while pixel &+ 4 <= count {
        let covered = spread(mask, pixel)
        if !Vectors.isZero(covered) {
          let offset = pixel &* 4
          store(composite(load(source, offset), load(out, offset), coverage: covered), out, offset)
        }
        pixel &+= 4
      }
      while pixel < count {
        let covered = mask.load(fromByteOffset: pixel, as: UInt8.self)
        compositePixel(out, source, pixel &* 4, coverage: covered)
        pixel &+= 1
      }
    }
  }

  /// Composites four pixels at full opacity, in place.
  @inline(__always)
  static func composite(_ over: Words, over out: UnsafeMutableRawPointer, _ offset: Int) {
    switch alpha(over) {
    case .opaque: store(over, out, offset)
    case .mixed: store(composite(over, load(out, offset)), out, offset)
    case .transparent: break
    }
  }

  /// The alpha of four pixels: 255 or 0 in all of them, or neither.
  private enum Alpha {
    case opaque
    case transparent
    case mixed
  }

  @inline(__always)
  private static func alpha(_ words: Words) -> Alpha {
    let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
    let alphas: UInt64 = 0xFF00_0000_FF00_0000
    if pairs[0] & pairs[1] & alphas == alphas { return .opaque }
    return (pairs[0] | pairs[1]) & alphas == 0 ? .transparent : .mixed
  }

  /// Returns four pixels composited at full opacity: S + D·(255 − Sa)/255, correctly rounded.
  @inline(__always)
  private static func composite(_ over: Words, _ under: Words) -> Words {
    let rest = Words(repeating: 255) &- Vectors.alphas(over)
    let even = Vectors.dividedBy255((under & Words(repeating: 0x00FF)) &* rest)
    let odd = Vectors.dividedBy255((under &>> 8) &* rest)
    // No byte overflows, because S is at most Sa.
    return over &+ (even | odd &<< 8)
  }

  /// Returns four pixels composited through coverages in 0...255.
  ///
  /// The sum S·m + D·B/255 with B = 255² − Sa·m fits 16 bits. D·B/255 is computed as the upper half
  /// of 257·D·(B + 1). It is exact if B is a multiple of 255 (opaque source or full coverage).
  /// Otherwise it is less than 1 too large, which is 1/255 in the result.
  @inline(__always)
  static func composite(_ over: Words, _ under: Words, coverage: Words) -> Words {
    let low = Words(repeating: 0x00FF)
    let high = Words(repeating: 0xFF00)
    let evenOver = over & low
    let oddOver = over &>> 8
    let rest = Words(repeating: 65026) &- Vectors.alphas(over) &* coverage
    let evenUnder = (under & low) | (under &<< 8)
    let oddUnder = (under & high) | (under &>> 8)
    let even = evenOver &* coverage &+ Vectors.multiplyHigh(evenUnder, rest)
    let odd = oddOver &* coverage &+ Vectors.multiplyHigh(oddUnder, rest)
    return Vectors.dividedBy255(even) | Vectors.dividedBy255(odd) &<< 8
  }

  /// Composites one pixel as ``composite(_:_:coverage:)``.
  @inline(__always)
  static func compositePixel(
    _ out: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ offset: Int, coverage: UInt8
  ) {
    let over = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
    let under = out.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
    let rest = 65026 &- UInt32(over.w) &* UInt32(coverage)
    var blended = SIMD4<UInt8>()
    for channel in 0..<4 {
      let through = (UInt32(under[channel]) &* 257 &* rest) &>> 16
      let sum = UInt16(over[channel]) &* UInt16(coverage) &+ UInt16(truncatingIfNeeded: through)
      blended[channel] = UInt8(truncatingIfNeeded: dividedBy255(sum))
    }
    out.storeBytes(of: blended, toByteOffset: offset, as: SIMD4<UInt8>.self)
  }

  /// Returns whether all pixels of a row have alpha 255.
  static func isOpaque(_ row: Span<UInt8>) -> Bool {
    row.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      let count = bytes.count
      var offset = 0
      var four = SIMD4<UInt32>(repeating: .max)
      while offset &+ 16 <= count {
        four &= base.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
        offset &+= 16
      }
      var all = four[0] & four[1] & four[2] & four[3]
      while offset &+ 4 <= count {
        all &= base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        offset &+= 4
      }
      return all &>> 24 == 255
    }
  }

  /// Computes `(over * alpha + under * (255 - alpha)) / 255` for whole pixels, correctly rounded.
  static func crossfade(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, from under: Span<UInt8>,
    to over: Span<UInt8>, alpha: UInt8
  ) {
    precondition(range.count == under.count && range.count == over.count)
    withPointers(&target, range, under, over) { out, under, over in
      let count = range.count
      let strength = Words(repeating: UInt16(alpha))
      let rest = Words(repeating: 255 &- UInt16(alpha))
      var offset = 0
      while offset &+ 16 <= count {
        let (over, under) = (load(over, offset), load(under, offset))
        store(lerp(over, under, alpha: strength, rest: rest), out, offset)
        offset &+= 16
      }
      while offset &+ 4 <= count {
        let (over, under) = (loadPixel(over, offset), loadPixel(under, offset))
        storePixel(lerp(over, under, alpha: strength, rest: rest), out, offset)
        offset &+= 4
      }
    }
  }
}
