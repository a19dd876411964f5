/// Weighted sums of neighbouring pixels, four output pixels at a time.
struct PixelSum {
  let row: UnsafeRawPointer
  let starts: UnsafePointer<Int32>
  let weights: UnsafePointer<Int32>
  let shift: SIMD4<Int32>
  let bias: SIMD4<Int32>

  init(
    row: UnsafeRawPointer, starts: UnsafePointer<Int32>, weights: UnsafePointer<Int32>,
    weightBits: Int32
  ) {
    self.row = row
    self.starts = starts
    self.weights = weights
    let bits = weightBits &+ RowKernel.betweenBits
    shift = SIMD4(repeating: bits)
    bias = SIMD4(repeating: (1 &<< bits) / 2 &+ (128 &<< bits))
  }

  @inline(__always)
  func run(_ out: UnsafeMutableRawPointer, count: Int, pairs: Int) {
    var pixel = 0
    while pixel &+ 4 <= count {
      let bytes = limitedPixels(
        Vectors.narrowed(sum(pixel, pairs), sum(pixel &+ 1, pairs)),
        Vectors.narrowed(sum(pixel &+ 2, pairs), sum(pixel &+ 3, pairs)))
      out.storeBytes(of: bytes, toByteOffset: pixel &* 4, as: SIMD16<UInt8>.self)
      pixel &+= 4
    }
    while pixel < count {
      let one = Vectors.narrowed(sum(pixel, pairs), SIMD4<Int32>())
      let bytes = unsafeBitCast(limitedPixels(one, Shorts()), to: SIMD4<UInt32>.self)
      out.storeBytes(of: bytes[0], toByteOffset: pixel &* 4, as: UInt32.self)
      pixel &+= 1
    }
  }

  @inline(__always)
  private func sum(_ pixel: Int, _ pairs: Int) -> SIMD4<Int32> {
    let start = row + Int(starts[pixel]) &* 16
    var sum = bias
    for pair in 0..<pairs {
      let values = start.loadUnaligned(fromByteOffset: pair &* 32, as: Shorts.self)
      let weight = SIMD4<Int32>(repeating: weights[pixel &* pairs &+ pair])
      sum &+= Vectors.multiplyAddPairs(values, unsafeBitCast(weight, to: Shorts.self))
    }
    return sum &>> shift
  }

  /// Four pixels limited to what a premultiplied pixel can be.
  @inline(__always)
  private func limitedPixels(_ low: Shorts, _ high: Shorts) -> SIMD16<UInt8> {
    Vectors.narrowed(limited(low), limited(high))
  }

  @inline(__always)
  private func limited(_ two: Shorts) -> Words {
    let bytes = Vectors.limited(two, to: Shorts(repeating: 255))
    let alphas = Shorts(
      bytes[3], bytes[3], bytes[3], bytes[3], bytes[7], bytes[7], bytes[7], bytes[7])
    return unsafeBitCast(Vectors.lesser(bytes, alphas), to: Words.self)
  }
}
