import PortableMath

/// The inner loops, each for one row of bytes.
///
/// This folder is the only one of the module that uses pointers. Every entry function has spans as
/// parameters, checks their sizes once, and then processes 16 bytes at a time: four RGBA pixels as
/// eight little-endian words, whose even and odd bytes are computed separately. All arithmetic is
/// on integers, and no result depends on vectorization by the compiler, so every build computes the
/// same bytes.
enum RowKernel {
  /// Calls `body` with a pointer to the start of `range` in the target.
  @inline(__always)
  static func withPointer<Target: BitwiseCopyable>(
    _ target: inout MutableSpan<Target>, _ range: Range<Int>,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= target.count)
    target.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress {
        body(base + range.lowerBound * MemoryLayout<Target>.stride)
      }
    }
  }

  /// Calls `body` with pointers to the target and to a source, which must not be empty.
  @inline(__always)
  static func withPointers<Target: BitwiseCopyable, First: BitwiseCopyable>(
    _ target: inout MutableSpan<Target>, _ range: Range<Int>, _ first: Span<First>,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  ) {
    withPointer(&target, range) { target in
      first.withUnsafeBytes { if let first = $0.baseAddress { body(target, first) } }
    }
  }

  /// Calls `body` with pointers to the target and to two sources, which must not be empty.
  @inline(__always)
  static func withPointers<
    Target: BitwiseCopyable, First: BitwiseCopyable, Second: BitwiseCopyable
  >(
    _ target: inout MutableSpan<Target>, _ range: Range<Int>, _ first: Span<First>,
    _ second: Span<Second>,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    withPointers(&target, range, first) { target, first in
      second.withUnsafeBytes { if let second = $0.baseAddress { body(target, first, second) } }
    }
  }

  /// Calls `body` with pointers to the target and to three sources, which must not be empty.
  @inline(__always)
  static func withPointers<
    Target: BitwiseCopyable, First: BitwiseCopyable, Second: BitwiseCopyable, Third: BitwiseCopyable
  >(
    _ target: inout MutableSpan<Target>, _ range: Range<Int>, _ first: Span<First>,
    _ second: Span<Second>, _ third: Span<Third>,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    withPointers(&target, range, first, second) { target, first, second in
      third.withUnsafeBytes { if let third = $0.baseAddress { body(target, first, second, third) } }
    }
  }

  @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ offset: Int) -> Words {
    base.loadUnaligned(fromByteOffset: offset, as: Words.self)
  }

  @inline(__always)
  static func store(_ words: Words, _ base: UnsafeMutableRawPointer, _ offset: Int) {
    base.storeBytes(of: words, toByteOffset: offset, as: Words.self)
  }

  /// Loads one pixel as the first of four. The others are 0.
  @inline(__always)
  static func loadPixel(_ base: UnsafeRawPointer, _ offset: Int) -> Words {
    let pixel = base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return unsafeBitCast(SIMD4(pixel, 0, 0, 0), to: Words.self)
  }

  /// Stores the first of four pixels.
  @inline(__always)
  static func storePixel(_ words: Words, _ base: UnsafeMutableRawPointer, _ offset: Int) {
    let pixel = unsafeBitCast(words, to: SIMD4<UInt32>.self)[0]
    base.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
  }

  /// Returns `value / 255` rounded to nearest, exact for 0...65025 (J. Blinn, "Three Wrongs Make a
  /// Right", IEEE CG&A 15(6), 1995).
  @inline(__always)
  static func dividedBy255(_ value: UInt16) -> UInt16 {
    let biased = value &+ 128
    return (biased &+ (biased &>> 8)) &>> 8
  }

  /// Returns `(over * alpha + under * (255 - alpha)) / 255` for each byte, correctly rounded.
  ///
  /// Each word of `alpha` is in 0...255, and `rest` is 255 - `alpha`.
  @inline(__always)
  static func lerp(_ over: Words, _ under: Words, alpha: Words, rest: Words) -> Words {
    let low = Words(repeating: 0x00FF)
    let even = (over & low) &* alpha &+ (under & low) &* rest
    let odd = (over &>> 8) &* alpha &+ (under &>> 8) &* rest
    return Vectors.dividedBy255(even) | Vectors.dividedBy255(odd) &<< 8
  }

  /// Returns the four bytes at `offset`, one per pixel, each in both words of its pixel.
  static func spread(_ mask: UnsafeRawPointer, _ offset: Int) -> Words {
    let four = mask.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
    var words = Words()
    for lane in 0..<8 { words[lane] = UInt16(truncatingIfNeeded: four[lane / 2]) }
    return words
  }
}

extension Pixmap {
  /// Creates a picture with uninitialized bytes. `body` must write all of them.
  init(size: PixelSize, writing body: (inout MutableSpan<UInt8>) -> Void) {
    let count = size.area * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var span = MutableSpan(_unsafeElements: buffer.extracting(0..<count))
      body(&span)
      initialized = count
    }
    self.init(size: size, written: bytes)
  }
}
