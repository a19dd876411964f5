/// Tests whether a pixel looks anti-aliased: "Anti-aliased pixel and intensity slope detector" by
/// V. Vysniauskas (2009), as implemented by pixelmatch.
struct AntialiasingTest {
  let pair: ScanPair
  let delta: YIQDistance

  func passes(x: Int, y: Int) -> Bool {
    isSlope(pair.first, pair.second, x, y) || isSlope(pair.second, pair.first, x, y)
  }

  /// Returns true if the pixel is between a darker and a brighter neighbor, at most two neighbors
  /// are equally bright, and the darkest or the brightest neighbor belongs to a flat area in both
  /// pictures.
  private func isSlope(_ picture: PixelRows, _ other: PixelRows, _ x: Int, _ y: Int) -> Bool {
    // Equal pixels are counted first, because this rejects most candidates in flat areas.
    var equals = equalNeighbors(picture, x, y)
    if equals > 2 { return false }
    let center = picture.pixels(ofRow: y)[x]
    let position = y * pair.width + x
    var darkest = 0.0
    var brightest = 0.0
    var darkestAt = (x: 0, y: 0)
    var brightestAt = (x: 0, y: 0)
    let lastLine = min(y + 1, pair.height - 1)
    let lastColumn = min(x + 1, pair.width - 1)
    var column = max(x - 1, 0)
    while column <= lastColumn {
      var line = max(y - 1, 0)
      while line <= lastLine {
        let neighbor = picture.pixels(ofRow: line)[column]
        if neighbor != center {
          let step = delta.brightness(center, neighbor, position: position)
          if step == 0 {
            equals += 1
            if equals > 2 { return false }
          } else if step < darkest {
            darkest = step
            darkestAt = (column, line)
          } else if step > brightest {
            brightest = step
            brightestAt = (column, line)
          }
        }
        line += 1
      }
      column += 1
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(picture, other, darkestAt) || isFlat(picture, other, brightestAt)
  }

  /// Returns true if the pixel has at least three equal neighbors in both pictures.
  private func isFlat(_ picture: PixelRows, _ other: PixelRows, _ at: (x: Int, y: Int)) -> Bool {
    equalNeighbors(picture, at.x, at.y) > 2 && equalNeighbors(other, at.x, at.y) > 2
  }

  /// Returns the number of neighbors that equal the pixel. The edge of the picture counts as one.
  private func equalNeighbors(_ picture: PixelRows, _ x: Int, _ y: Int) -> Int {
    let here = picture.pixels(ofRow: y)
    let center = here[x]
    func equals(_ pixel: UInt32) -> Int { pixel == center ? 1 : 0 }
    let isInside = x > 0 && y > 0 && x < pair.width - 1 && y < pair.height - 1
    if isInside {
      let above = picture.pixels(ofRow: y - 1)
      let below = picture.pixels(ofRow: y + 1)
      return equals(above[x - 1]) &+ equals(above[x]) &+ equals(above[x + 1])
        &+ equals(here[x - 1]) &+ equals(here[x + 1])
        &+ equals(below[x - 1]) &+ equals(below[x]) &+ equals(below[x + 1])
    }
    // The pixel itself is also counted, which accounts for the edge.
    var count = 0
    for line in max(y - 1, 0)...min(y + 1, pair.height - 1) {
      let row = picture.pixels(ofRow: line)
      for column in max(x - 1, 0)...min(x + 1, pair.width - 1) { count += equals(row[column]) }
    }
    return count
  }
}

/// An integer version of the anti-aliasing test for rows of opaque pixels: three rows of both
/// pictures with their flatness.
///
/// With luma weights of eight decimals, each color has an integer luma, and no two colors have the
/// same (verified for all differences). So comparing these integers orders pixels like the
/// floating-point sums of pixelmatch.
struct AntialiasingKernel {
  typealias Rows = (
    above: UnsafePointer<UInt32>, here: UnsafePointer<UInt32>, below: UnsafePointer<UInt32>
  )

  /// The flatness from `FlatRows`. 3 means flat in both pictures.
  let flat: Rows
  let first: Rows
  let second: Rows

  /// Writes `AntialiasingKernel.isAntialiased` for each column whose pixel is anti-aliased in
  /// either picture. Columns must be at least two pixels from the left and right edges.
  ///
  /// The results are unpredictable for a branch predictor. So each test processes all undecided
  /// columns without branches before the next test starts.
  ///
  /// - Parameter queue: Scratch memory for the same number of columns.
  func classify(
    _ columns: UnsafeBufferPointer<Int32>, queue: UnsafeMutablePointer<Int32>,
    into decisions: UnsafeMutablePointer<UInt8>
  ) {
    var queued = 0
    for index in columns.indices {
      let x = Int(columns[index])
      // A pixel that is flat in one picture is not anti-aliased there.
      let open = hasFlatNeighbor(x) ? UInt8(truncatingIfNeeded: flat.here[x] ^ 3) : 0
      decisions[index] = open
      queue[queued] = Int32(truncatingIfNeeded: index)
      queued &+= Int(open & 1)
    }
    pass(columns, queue, queued, first, decisions)
    queued = 0
    for index in columns.indices {
      queue[queued] = Int32(truncatingIfNeeded: index)
      queued &+= Int((decisions[index] &>> 1) & 1)
    }
    pass(columns, queue, queued, second, decisions)
  }

  /// The decision for an anti-aliased pixel. Other decisions are smaller.
  static let isAntialiased: UInt8 = 4

  private func pass(
    _ columns: UnsafeBufferPointer<Int32>, _ queue: UnsafeMutablePointer<Int32>, _ queued: Int,
    _ rows: Rows, _ decisions: UnsafeMutablePointer<UInt8>
  ) {
    for entry in 0..<queued {
      let index = Int(queue[entry])
      let old = decisions[index]
      decisions[index] = isSlope(rows, Int(columns[index])) ? AntialiasingKernel.isAntialiased : old
    }
  }

  /// Returns true if a pixel in the surrounding 3 x 3 is flat in both pictures. The center must not
  /// be flat.
  @inline(__always)
  private func hasFlatNeighbor(_ x: Int) -> Bool {
    let rows = flatInBoth(flat.above + x) | flatInBoth(flat.here + x) | flatInBoth(flat.below + x)
    let lanes = unsafeBitCast(rows & SIMD4(1, 1, 1, 0), to: SIMD2<UInt64>.self)
    return lanes.x | lanes.y != 0
  }

  /// Returns bit 0 for the previous pixel, the pixel and the next two pixels.
  private func flatInBoth(_ flat: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    let words = UnsafeRawPointer(flat - 1).loadUnaligned(as: SIMD4<UInt32>.self)
    return words & (words &>> 1)
  }

  /// Returns true if there are a darker and a brighter neighbor and the darkest or the brightest is
  /// flat in both pictures. Ties are resolved in column-major order.
  ///
  /// A neighbor is packed in an integer: luma, its order, and two bits of flatness. Two neighbors
  /// at a time are compared as the mantissa of a double, for which all processors have minimum and
  /// maximum without branches.
  @inline(__always)
  private func isSlope(_ rows: Rows, _ x: Int) -> Bool {
    func pair(
      _ one: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int),
      _ two: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, Int)
    ) -> SIMD2<UInt64> {
      AntialiasingKernel.luma(SIMD2(UInt64(one.0[x + one.2]), UInt64(two.0[x + two.2])))
        | SIMD2(UInt64(one.1[x + one.2]), UInt64(two.1[x + two.2]))
    }
    let left = pair((rows.above, flat.above, -1), (rows.here, flat.here, -1))
    let below = pair((rows.below, flat.below, -1), (rows.below, flat.below, 0))
    let above = pair((rows.above, flat.above, 0), (rows.above, flat.above, 1))
    let right = pair((rows.here, flat.here, 1), (rows.below, flat.below, 1))
    let darkest = AntialiasingKernel.minimum(
      AntialiasingKernel.ordered(left, 0, 1), AntialiasingKernel.ordered(below, 2, 4),
      AntialiasingKernel.ordered(above, 3, 5), AntialiasingKernel.ordered(right, 6, 7))
    let brightest = AntialiasingKernel.maximum(
      AntialiasingKernel.ordered(left, 7, 6), AntialiasingKernel.ordered(below, 5, 3),
      AntialiasingKernel.ordered(above, 4, 2), AntialiasingKernel.ordered(right, 1, 0))
    let here = AntialiasingKernel.luma(SIMD2(repeating: UInt64(rows.here[x])))
    let center = AntialiasingKernel.ordered(here, 0, 0).x.bitPattern
    let isBetween = (darkest < center ? 1 : 0) & (brightest > center | 63 ? 1 : 0)
    let isFlat = (darkest & 3 == 3 ? 1 : 0) | (brightest & 3 == 3 ? 1 : 0)
    return isBetween & isFlat != 0
  }

  /// Returns the luma with the weights of `YIQDistance` times 10^8, shifted left by six bits. Less
  /// than 2^41.
  private static func luma(_ pixels: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (pixels & 255) &* SIMD2(repeating: 29_889_531 &<< 6)
      &+ ((pixels &>> 8) & 255) &* SIMD2(repeating: 58_662_247 &<< 6)
      &+ ((pixels &>> 16) & 255) &* SIMD2(repeating: 11_448_223 &<< 6)
  }

  /// Returns numbers with their order. With the exponent of 2^52, the lowest bit of the mantissa
  /// has the value 1.
  private static func ordered(
    _ numbers: SIMD2<UInt64>, _ first: UInt64, _ second: UInt64
  ) -> SIMD2<Double> {
    let exponent: UInt64 = 0x4330_0000_0000_0000
    return unsafeBitCast(
      numbers | SIMD2(exponent | first &<< 2, exponent | second &<< 2), to: SIMD2<Double>.self)
  }

  private static func minimum(
    _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ three: SIMD2<Double>, _ four: SIMD2<Double>
  ) -> UInt64 {
    let left = one.replacing(with: two, where: two .< one)
    let right = three.replacing(with: four, where: four .< three)
    let all = left.replacing(with: right, where: right .< left)
    return (all.x < all.y ? all.x : all.y).bitPattern
  }

  private static func maximum(
    _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ three: SIMD2<Double>, _ four: SIMD2<Double>
  ) -> UInt64 {
    let left = one.replacing(with: two, where: two .> one)
    let right = three.replacing(with: four, where: four .> three)
    let all = left.replacing(with: right, where: right .> left)
    return (all.x > all.y ? all.x : all.y).bitPattern
  }
}
