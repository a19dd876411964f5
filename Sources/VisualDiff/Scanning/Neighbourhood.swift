/// Three rows of both pictures with their flat pixels: the anti-aliasing test of opaque pixels in
/// whole numbers.
///
/// The luma weights of eight decimals make a whole number of each colour, and no two colours have
/// the same one (found by trying all differences), so that comparing these numbers is comparing
/// the original's sums, rounding and all.
struct Neighbourhood {
  typealias Rows = (
    above: UnsafePointer<UInt32>, here: UnsafePointer<UInt32>, below: UnsafePointer<UInt32>
  )

  let width: Int
  /// As `FlatRows` has them: 3 = flat in both pictures.
  let flat: Rows
  let first: Rows
  let second: Rows

  /// Tells for each column, none nearer than two to the left or right edge, whether the pixel
  /// passes as anti-aliasing in either picture: `Neighbourhood.passes`.
  ///
  /// The answers follow no pattern a processor could guess; hence each question is asked of all
  /// columns that are still open, without branches, before the next.
  /// - queue: room for as many columns.
  func judge(
    _ columns: UnsafeBufferPointer<Int32>, queue: UnsafeMutablePointer<Int32>,
    into verdicts: UnsafeMutablePointer<UInt8>
  ) {
    var queued = 0
    for index in columns.indices {
      let x = Int(columns[index])
      // A pixel that is flat in one picture is no anti-aliasing there.
      let open = hasFlatNeighbour(x) ? UInt8(truncatingIfNeeded: flat.here[x] ^ 3) : 0
      verdicts[index] = open
      queue[queued] = Int32(truncatingIfNeeded: index)
      queued &+= Int(open & 1)
    }
    pass(columns, queue, queued, first, verdicts)
    queued = 0
    for index in columns.indices {
      queue[queued] = Int32(truncatingIfNeeded: index)
      queued &+= Int((verdicts[index] &>> 1) & 1)
    }
    pass(columns, queue, queued, second, verdicts)
  }

  /// The verdict on a pixel that is anti-aliasing; others are less.
  static let passes: UInt8 = 4

  @inline(__always)
  private func pass(
    _ columns: UnsafeBufferPointer<Int32>, _ queue: UnsafeMutablePointer<Int32>, _ queued: Int,
    _ rows: Rows, _ verdicts: UnsafeMutablePointer<UInt8>
  ) {
    for place in 0..<queued {
      let index = Int(queue[place])
      let old = verdicts[index]
      verdicts[index] = isSlope(rows, Int(columns[index])) ? Neighbourhood.passes : old
    }
  }

  /// Whether a pixel from the left above to the right below is flat in both pictures; the pixel
  /// itself must not be.
  @inline(__always)
  private func hasFlatNeighbour(_ x: Int) -> Bool {
    let rows = flatInBoth(flat.above + x) | flatInBoth(flat.here + x) | flatInBoth(flat.below + x)
    let lanes = unsafeBitCast(rows & SIMD4(1, 1, 1, 0), to: SIMD2<UInt64>.self)
    return lanes.x | lanes.y != 0
  }

  /// Bit 0 for the pixel before, the pixel and the two behind.
  @inline(__always)
  private func flatInBoth(_ flat: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    let words = UnsafeRawPointer(flat - 1).loadUnaligned(as: SIMD4<UInt32>.self)
    return words & (words &>> 1)
  }

  /// Whether there is a darker and a brighter neighbour, and the darkest or the brightest, the
  /// first of its kind column by column, is flat in both pictures.
  ///
  /// A neighbour is a number: its luma, then its place in the order, then its flatness in two
  /// bits. Two at a time, and as the fraction of a floating point number, since those are what
  /// every processor finds the larger of without branches.
  @inline(__always)
  private func isSlope(_ rows: Rows, _ x: Int) -> Bool {
    @inline(__always)
    func pair(
      _ one: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int),
      _ two: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int)
    ) -> SIMD2<UInt64> {
      Neighbourhood.luma(SIMD2(UInt64(one.0[x + one.2]), UInt64(two.0[x + two.2])))
        | SIMD2(UInt64(one.1[x + one.2]), UInt64(two.1[x + two.2]))
    }
    let left = pair((rows.above, flat.above, -1), (rows.here, flat.here, -1))
    let below = pair((rows.below, flat.below, -1), (rows.below, flat.below, 0))
    let above = pair((rows.above, flat.above, 0), (rows.above, flat.above, 1))
    let right = pair((rows.here, flat.here, 1), (rows.below, flat.below, 1))
    let darkest = Neighbourhood.least(
      Neighbourhood.ordered(left, 0, 1), Neighbourhood.ordered(below, 2, 4),
      Neighbourhood.ordered(above, 3, 5), Neighbourhood.ordered(right, 6, 7))
    let brightest = Neighbourhood.greatest(
      Neighbourhood.ordered(left, 7, 6), Neighbourhood.ordered(below, 5, 3),
      Neighbourhood.ordered(above, 4, 2), Neighbourhood.ordered(right, 1, 0))
    let here = Neighbourhood.luma(SIMD2(repeating: UInt64(rows.here[x])))
    let centre = Neighbourhood.ordered(here, 0, 0).x.bitPattern
    let isBetween = (darkest < centre ? 1 : 0) & (brightest > centre | 63 ? 1 : 0)
    let isFlat = (darkest & 3 == 3 ? 1 : 0) | (brightest & 3 == 3 ? 1 : 0)
    return isBetween & isFlat != 0
  }

  /// The weights of `YIQDelta` times 10^8, above six bits that are 0; less than 2^41.
  @inline(__always)
  private static func luma(_ pixels: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (pixels & 255) &* SIMD2(repeating: 29_889_531 &<< 6)
      &+ ((pixels &>> 8) & 255) &* SIMD2(repeating: 58_662_247 &<< 6)
      &+ ((pixels &>> 16) & 255) &* SIMD2(repeating: 11_448_223 &<< 6)
  }

  /// Numbers with their places in the order; the exponent of 2^52 makes one's bits count ones.
  @inline(__always)
  private static func ordered(
    _ numbers: SIMD2<UInt64>, _ first: UInt64, _ second: UInt64
  ) -> SIMD2<Double> {
    let exponent: UInt64 = 0x4330_0000_0000_0000
    return unsafeBitCast(
      numbers | SIMD2(exponent | first &<< 2, exponent | second &<< 2), to: SIMD2<Double>.self)
  }

  @inline(__always)
  private static func least(
    _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ three: SIMD2<Double>, _ four: SIMD2<Double>
  ) -> UInt64 {
    let left = one.replacing(with: two, where: two .< one)
    let right = three.replacing(with: four, where: four .< three)
    let all = left.replacing(with: right, where: right .< left)
    return (all.x < all.y ? all.x : all.y).bitPattern
  }

  @inline(__always)
  private static func greatest(
    _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ three: SIMD2<Double>, _ four: SIMD2<Double>
  ) -> UInt64 {
    let left = one.replacing(with: two, where: two .> one)
    let right = three.replacing(with: four, where: four .> three)
    let all = left.replacing(with: right, where: right .> left)
    return (all.x > all.y ? all.x : all.y).bitPattern
  }
}
