/// Weighted sums of rows, four pixels at a time.
struct RowSum {
  let rows: UnsafeRawPointer
  let stride: Int
  let first: Int
  let last: Int
  let weights: UnsafePointer<Int32>
  let shift: SIMD4<Int32>
  let bias: SIMD4<Int32>

  init(
    rows: UnsafeRawPointer, stride: Int, first: Int, last: Int, weights: UnsafePointer<Int32>,
    weightBits: Int32
  ) {
    self.rows = rows
    self.stride = stride
    self.first = first
    self.last = last
    self.weights = weights
    let extra = weightBits &- RowKernel.betweenBits
    shift = SIMD4(repeating: extra)
    bias = SIMD4(repeating: (1 &<< extra) / 2 &- (128 &<< weightBits))
  }

  @inline(__always)
  func run(_ out: UnsafeMutableRawPointer, pairs: Int) {
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
      if index > 0 { put(previous, pixels.0, out, index &* 4 &- 16) }
      put(pixels.0, pixels.1, out, index &* 4)
      put(pixels.1, pixels.2, out, index &* 4 &+ 16)
      put(pixels.2, pixels.3, out, index &* 4 &+ 32)
      previous = pixels.3
      index &+= 16
    }
    while index < stride {
      var sum = bias
      for pair in 0..<pairs {
        let (upper, lower, weight) = pairOfRows(pair)
        var a = SIMD16<UInt8>()
        var b = SIMD16<UInt8>()
        for lane in 0..<4 {
          a[lane] = upper.load(fromByteOffset: index &+ lane, as: UInt8.self)
          b[lane] = lower.load(fromByteOffset: index &+ lane, as: UInt8.self)
        }
        sum &+= Vectors.multiplyAddPairs(interleaved(a, b, 0), weight)
      }
      sum = sum &>> shift
      if index > 0 { put(previous, sum, out, index &* 4 &- 16) }
      previous = sum
      index &+= 4
    }
    put(previous, previous, out, stride &* 4 &- 16)
  }

  /// Two rows that follow each other and their weights in turn; past the last row it is repeated.
  @inline(__always)
  private func pairOfRows(_ pair: Int) -> (UnsafeRawPointer, UnsafeRawPointer, Shorts) {
    let upper = min(first &+ 2 &* pair, last)
    let lower = min(first &+ 2 &* pair &+ 1, last)
    return (
      rows + upper &* stride, rows + lower &* stride,
      unsafeBitCast(SIMD4<Int32>(repeating: weights[pair]), to: Shorts.self)
    )
  }

  /// Bytes `from...from + 3` of two rows in turn.
  @inline(__always)
  private func interleaved(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ from: Int) -> Shorts {
    var result = Shorts()
    for lane in 0..<4 {
      result[2 &* lane] = Int16(truncatingIfNeeded: a[from &+ lane])
      result[2 &* lane &+ 1] = Int16(truncatingIfNeeded: b[from &+ lane])
    }
    return result
  }

  /// Stores a pixel's channels, each followed by the same of the pixel on its right.
  @inline(__always)
  private func put(
    _ left: SIMD4<Int32>, _ right: SIMD4<Int32>, _ out: UnsafeMutableRawPointer, _ offset: Int
  ) {
    let both = (left & SIMD4<Int32>(repeating: 0xFFFF)) | (right &<< 16)
    out.storeBytes(of: both, toByteOffset: offset, as: SIMD4<Int32>.self)
  }
}
