extension RowKernel {
  /// The number of fraction bits between vertical and horizontal resampling. 128 is subtracted from
  /// the values, so that overshoot in both directions fits 16 bits.
  static let betweenBits: Int32 = 7

  /// Computes the weighted sum of several rows, byte by byte.
  ///
  /// - Parameters:
  ///   - target: The row in the form `layout`. With ``betweenBits`` fraction bits, minus 128.
  ///   - rows: All rows of the picture, `stride` bytes each.
  ///   - table: The weights of the rows, with at most 22 bits.
  ///   - output: The output position in the table.
  static func resampleVertically(
    _ target: inout MutableSpan<Int16>, _ layout: BetweenLayout, rows: Span<UInt8>, stride: Int,
    table: ResampleTable, output: Int
  ) {
    precondition(
      stride > 0 && stride % 4 == 0 && target.count >= stride / 4 &* layout.valuesPerPixel
        && rows.count == stride &* table.count && table.starts.indices.contains(output)
        && (betweenBits...22).contains(table.weightBits))
    withPointers(&target, 0..<target.count, rows, table.weights.span) { out, rows, weights in
      let extra = table.weightBits &- betweenBits
      let sum = VerticalResampler(
        rows: rows, stride: stride, first: Int(table.starts[output]), last: table.count &- 1,
        weights: weights.assumingMemoryBound(to: Int32.self) + output &* table.pairs,
        shift: SIMD4(repeating: extra),
        bias: SIMD4(repeating: (1 &<< extra) / 2 &- (128 &<< table.weightBits)))
      // The common counts are unrolled.
      switch (table.pairs, layout) {
      case (1, .pixels): sum.run(out, pairs: 1, layout: .pixels)
      case (2, .pixels): sum.run(out, pairs: 2, layout: .pixels)
      case (_, .pixels): sum.run(out, pairs: table.pairs, layout: .pixels)
      case (1, .pairs): sum.run(out, pairs: 1, layout: .pairs)
      case (2, .pairs): sum.run(out, pairs: 2, layout: .pairs)
      case (3, .pairs): sum.run(out, pairs: 3, layout: .pairs)
      case (_, .pairs): sum.run(out, pairs: table.pairs, layout: .pairs)
      }
    }
  }

  /// Computes weighted sums of adjacent pixels of a row, rounded to bytes.
  ///
  /// Sums are limited to 0...255 and colors to their alpha, which filters with negative lobes can
  /// exceed.
  ///
  /// - Parameters:
  ///   - row: A row from ``resampleVertically(_:_:rows:stride:table:output:)`` in the form
  ///     `layout`, with space for the pairs of the last pixel.
  ///   - table: The weights of the pixels, with at most 15 bits.
  static func resampleHorizontally(
    _ target: inout MutableSpan<UInt8>, _ range: Range<Int>, row: Span<Int16>,
    _ layout: BetweenLayout, table: ResampleTable
  ) {
    precondition(
      range.count == table.starts.count &* 4
        && row.count >= (table.count &+ 2 &* table.pairs) &* layout.valuesPerPixel
        && table.weightBits <= 15)
    withPointers(&target, range, row, table.starts.span, table.weights.span) {
      out, row, starts, weights in
      let bits = table.weightBits &+ betweenBits
      let sum = HorizontalResampler(
        row: row, starts: starts.assumingMemoryBound(to: Int32.self),
        weights: weights.assumingMemoryBound(to: Int32.self), shift: SIMD4(repeating: bits),
        bias: SIMD4(repeating: (1 &<< bits) / 2 &+ (128 &<< bits)))
      let count = table.starts.count
      switch (table.pairs, layout) {
      case (1, .pixels): sum.run(out, count: count, pairs: 1, layout: .pixels)
      case (2, .pixels): sum.run(out, count: count, pairs: 2, layout: .pixels)
      case (_, .pixels): sum.run(out, count: count, pairs: table.pairs, layout: .pixels)
      case (1, .pairs): sum.run(out, count: count, pairs: 1, layout: .pairs)
      case (2, .pairs): sum.run(out, count: count, pairs: 2, layout: .pairs)
      case (3, .pairs): sum.run(out, count: count, pairs: 3, layout: .pairs)
      case (_, .pairs): sum.run(out, count: count, pairs: table.pairs, layout: .pairs)
      }
    }
  }
}

/// The arrangement of a row between vertical and horizontal resampling.
enum BetweenLayout {
  /// The four channels of each pixel. Faster if the row has more pixels than the horizontal pass
  /// reads pairs.
  case pixels
  /// The four channels of each pixel, each followed by the same channel of the pixel to its right,
  /// as the multiplication of pairs reads them.
  case pairs

  /// Returns the faster arrangement for the weights of the horizontal axis.
  init(for table: ResampleTable) {
    self = table.starts.count &* table.pairs < table.count ? .pixels : .pairs
  }

  @inline(__always)
  var valuesPerPixel: Int { self == .pixels ? 4 : 8 }
}

/// Vertical resampling: weighted sums of rows, four pixels at a time.
private struct VerticalResampler {
  let rows: UnsafeRawPointer
  let stride: Int
  let first: Int
  let last: Int
  let weights: UnsafePointer<Int32>
  let shift: SIMD4<Int32>
  let bias: SIMD4<Int32>

  @inline(__always)
  func run(_ out: UnsafeMutableRawPointer, pairs: Int, layout: BetweenLayout) {
    var previous = SIMD4<Int32>()
    var index = 0
    while index &+ 16 <= stride {
      var sums = (bias, bias, bias, bias)
      for pair in 0..<pairs {
        let (upper, lower, weight) = pairOfRows(pair)
        let a = upper.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let b = lower.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        sums.0 &+= Vectors.multiplyAddPairs(interleaved(a, b, 0), weight)
        sums.1 &+= Vectors.multiplyAddPairs(interleaved(a, b, 4), weight)
        sums.2 &+= Vectors.multiplyAddPairs(interleaved(a, b, 8), weight)
        sums.3 &+= Vectors.multiplyAddPairs(interleaved(a, b, 12), weight)
      }
      let pixels = (sums.0 &>> shift, sums.1 &>> shift, sums.2 &>> shift, sums.3 &>> shift)
      switch layout {
      case .pixels:
        let (low, high) = (
          Vectors.narrowed(pixels.0, pixels.1), Vectors.narrowed(pixels.2, pixels.3)
        )
        out.storeBytes(of: low, toByteOffset: index &* 2, as: Shorts.self)
        out.storeBytes(of: high, toByteOffset: index &* 2 &+ 16, as: Shorts.self)
      case .pairs:
        if index > 0 { put(previous, pixels.0, out, index &* 4 &- 16) }
        put(pixels.0, pixels.1, out, index &* 4)
        put(pixels.1, pixels.2, out, index &* 4 &+ 16)
        put(pixels.2, pixels.3, out, index &* 4 &+ 32)
        previous = pixels.3
      }
      index &+= 16
    }
    while index < stride {
      var sum = bias
      for pair in 0..<pairs {
        let (upper, lower, weight) = pairOfRows(pair)
        let a = unsafeBitCast(RowKernel.loadPixel(upper, index), to: SIMD16<UInt8>.self)
        let b = unsafeBitCast(RowKernel.loadPixel(lower, index), to: SIMD16<UInt8>.self)
        sum &+= Vectors.multiplyAddPairs(interleaved(a, b, 0), weight)
      }
      sum = sum &>> shift
      switch layout {
      case .pixels:
        let pixel = unsafeBitCast(Vectors.narrowed(sum, sum), to: SIMD2<UInt64>.self)
        out.storeBytes(of: pixel[0], toByteOffset: index &* 2, as: UInt64.self)
      case .pairs:
        if index > 0 { put(previous, sum, out, index &* 4 &- 16) }
        previous = sum
      }
      index &+= 4
    }
    if layout == .pairs { put(previous, previous, out, stride &* 4 &- 16) }
  }

  /// Returns two consecutive rows and their interleaved weights. After the end the last row is
  /// repeated.
  @inline(__always)
  private func pairOfRows(_ pair: Int) -> (UnsafeRawPointer, UnsafeRawPointer, Shorts) {
    let upper = min(first &+ 2 &* pair, last)
    let lower = min(first &+ 2 &* pair &+ 1, last)
    return (
      rows + upper &* stride, rows + lower &* stride,
      unsafeBitCast(SIMD4<Int32>(repeating: weights[pair]), to: Shorts.self)
    )
  }

  /// Returns the bytes `from...from + 3` of two rows, interleaved.
  @inline(__always)
  private func interleaved(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ from: Int) -> Shorts {
    var result = Shorts()
    for lane in 0..<4 {
      result[2 &* lane] = Int16(truncatingIfNeeded: a[from &+ lane])
      result[2 &* lane &+ 1] = Int16(truncatingIfNeeded: b[from &+ lane])
    }
    return result
  }

  /// Stores a pixel's channels, each followed by the same channel of the pixel to its right.
  @inline(__always)
  private func put(
    _ left: SIMD4<Int32>, _ right: SIMD4<Int32>, _ out: UnsafeMutableRawPointer, _ offset: Int
  ) {
    let both = (left & SIMD4<Int32>(repeating: 0xFFFF)) | (right &<< 16)
    out.storeBytes(of: both, toByteOffset: offset, as: SIMD4<Int32>.self)
  }
}

/// Horizontal resampling: weighted sums of adjacent pixels, four output pixels at a time.
private struct HorizontalResampler {
  let row: UnsafeRawPointer
  let starts: UnsafePointer<Int32>
  let weights: UnsafePointer<Int32>
  let shift: SIMD4<Int32>
  let bias: SIMD4<Int32>

  @inline(__always)
  func run(_ out: UnsafeMutableRawPointer, count: Int, pairs: Int, layout: BetweenLayout) {
    var pixel = 0
    while pixel &+ 4 <= count {
      let bytes = limitedPixels(
        Vectors.narrowed(sum(pixel, pairs, layout), sum(pixel &+ 1, pairs, layout)),
        Vectors.narrowed(sum(pixel &+ 2, pairs, layout), sum(pixel &+ 3, pairs, layout)))
      out.storeBytes(of: bytes, toByteOffset: pixel &* 4, as: SIMD16<UInt8>.self)
      pixel &+= 4
    }
    while pixel < count {
      let one = Vectors.narrowed(sum(pixel, pairs, layout), SIMD4<Int32>())
      let bytes = unsafeBitCast(limitedPixels(one, Shorts()), to: SIMD4<UInt32>.self)
      out.storeBytes(of: bytes[0], toByteOffset: pixel &* 4, as: UInt32.self)
      pixel &+= 1
    }
  }

  @inline(__always)
  private func sum(_ pixel: Int, _ pairs: Int, _ layout: BetweenLayout) -> SIMD4<Int32> {
    let start = row + Int(starts[pixel]) &* (2 &* layout.valuesPerPixel)
    var sum = bias
    for pair in 0..<pairs {
      let values: Shorts
      switch layout {
      case .pixels:
        let left = start.loadUnaligned(fromByteOffset: pair &* 16, as: SIMD4<Int16>.self)
        let right = start.loadUnaligned(fromByteOffset: pair &* 16 &+ 8, as: SIMD4<Int16>.self)
        values = Shorts(
          left[0], right[0], left[1], right[1], left[2], right[2], left[3], right[3])
      case .pairs:
        values = start.loadUnaligned(fromByteOffset: pair &* 32, as: Shorts.self)
      }
      let weight = SIMD4<Int32>(repeating: weights[pixel &* pairs &+ pair])
      sum &+= Vectors.multiplyAddPairs(values, unsafeBitCast(weight, to: Shorts.self))
    }
    return sum &>> shift
  }

  /// Returns four pixels limited to valid premultiplied values.
  @inline(__always)
  private func limitedPixels(_ low: Shorts, _ high: Shorts) -> SIMD16<UInt8> {
    Vectors.narrowed(clamped(low), clamped(high))
  }

  @inline(__always)
  private func clamped(_ two: Shorts) -> Words {
    let bytes = Vectors.clamped(two, to: Shorts(repeating: 255))
    let alphas = Shorts(
      bytes[3], bytes[3], bytes[3], bytes[3], bytes[7], bytes[7], bytes[7], bytes[7])
    return unsafeBitCast(Vectors.lesser(bytes, alphas), to: Words.self)
  }
}
