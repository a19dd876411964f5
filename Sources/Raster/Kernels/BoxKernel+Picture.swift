extension BoxKernel {
  /// Strips filled together: 32 pixels, two cache lines of every row.
  private static let group = 8

  /// Blurs rows of a picture: all vertical passes, then all horizontal ones, strip by strip.
  ///
  /// - Parameters:
  ///   - target: receives `width * rows.count * 4` bytes.
  ///   - source: `width * height * 4` bytes.
  ///   - rows: those that are wanted, not empty; only what they can see is read.
  ///   - tints: whether the result is then saturated and lightened as by ``RowKernel/tint(_:saturates:)``.
  func blur(
    _ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, width: Int, height: Int,
    rows: Range<Int>, passes: Int, tints: Bool
  ) {
    precondition(
      passes > 0 && source.count == width &* height &* 4 && !rows.isEmpty
        && rows.lowerBound >= 0 && rows.upperBound <= height
        && target.count == width &* rows.count &* 4)
    let reach = radius &* passes
    let seen = max(0, rows.lowerBound &- reach)..<min(height, rows.upperBound &+ reach)
    // Between the two directions: bands of four rows, an element per column, four values a row.
    let bands = (rows.count &+ 3) / 4
    let lead = lead(passes: passes) &* Self.lanes
    let bandSize = lead &+ (width &+ 3) / 4 &* 4 &* Self.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let stripSize = lead &+ (seen.count &+ 3) &* Self.lanes
    let strips = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.group &* stripSize)
    // The last band may have fewer than four rows; the others stay 0.
    strips.initialize(repeating: 0, count: Self.group &* stripSize)
    defer {
      between.deallocate()
      strips.deallocate()
    }
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for column in stride(from: 0, to: width, by: 4 &* Self.group) {
          let pixels = min(4 &* Self.group, width &- column)
          gather(
            UnsafeMutableRawPointer(strips + lead),
            source + (seen.lowerBound &* width &+ column) &* 4, stride: width &* 4,
            pixels: pixels, rows: seen.count, stripSize: stripSize &* 2)
          for index in 0..<(pixels &+ 3) / 4 {
            let strip = strips + index &* stripSize
            run(strip, count: seen.count, passes: passes, roundsLast: false)
            turn(
              UnsafeMutableRawPointer(between + lead + (column &+ index &* 4) &* Self.lanes),
              UnsafeRawPointer(strip + (rows.lowerBound &- seen.lowerBound) &* Self.lanes),
              bands: bands, bandSize: bandSize &* 2)
          }
        }
        for band in 0..<bands {
          let strip = between + band &* bandSize
          run(strip, count: width, passes: passes, roundsLast: true)
          scatter(
            target + band &* 16 &* width, UnsafeRawPointer(strip),
            rows: min(4, rows.count &- band &* 4), columns: width, tints: tints)
        }
      }
    }
  }

  /// Four pixels of every row to each strip, widened.
  private func gather(
    _ strips: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, stride: Int, pixels: Int,
    rows: Int, stripSize: Int
  ) {
    let shifts = Words(repeating: fractionBits)
    for row in 0..<rows {
      let to = strips + row &* Self.lanes &* 2
      var pixel = 0
      while pixel < pixels {
        let at = source + (row &* stride &+ pixel &* 4)
        var bytes = SIMD16<UInt8>()
        if pixel &+ 4 <= pixels {
          bytes = at.loadUnaligned(as: SIMD16<UInt8>.self)
        } else {
          for index in 0..<(pixels &- pixel) &* 4 {
            bytes[index] = at.load(fromByteOffset: index, as: UInt8.self)
          }
        }
        let place = pixel / 4 &* stripSize
        RowKernel.store(Vectors.widenedLow(bytes) &<< shifts, to, place)
        RowKernel.store(Vectors.widenedHigh(bytes) &<< shifts, to, place &+ 16)
        pixel &+= 4
      }
    }
  }

  /// Four pixels of four rows, to four rows of each of four pixels.
  private func turn(
    _ between: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, bands: Int, bandSize: Int
  ) {
    for band in 0..<bands {
      let from = strip + band &* 128
      let to = between + band &* bandSize
      for half in 0..<2 {
        for two in 0..<2 {
          // Pixels 2 half and 2 half + 1 of rows 2 two and 2 two + 1.
          let at = two &* 64 &+ half &* 16
          let upper = from.loadUnaligned(fromByteOffset: at, as: SIMD2<UInt64>.self)
          let lower = from.loadUnaligned(fromByteOffset: at &+ 32, as: SIMD2<UInt64>.self)
          let place = half &* 64 &+ two &* 16
          to.storeBytes(
            of: SIMD2(upper[0], lower[0]), toByteOffset: place, as: SIMD2<UInt64>.self)
          to.storeBytes(
            of: SIMD2(upper[1], lower[1]), toByteOffset: place &+ 32, as: SIMD2<UInt64>.self)
        }
      }
    }
  }

  /// Elements of four rows, narrowed and perhaps tinted, to the rows of the picture.
  private func scatter(
    _ target: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, rows: Int, columns: Int,
    tints: Bool
  ) {
    @inline(__always)
    func element(_ column: Int) -> SIMD4<UInt32> {
      let from = column &* Self.lanes &* 2
      let bytes = Vectors.narrowed(
        RowKernel.load(strip, from), RowKernel.load(strip, from &+ 16))
      return unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
    }
    @inline(__always)
    func finished(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
      guard tints else { return pixels }
      let words = RowKernel.tinted(unsafeBitCast(pixels, to: Words.self), saturates: true)
      return unsafeBitCast(words, to: SIMD4<UInt32>.self)
    }
    @inline(__always)
    func put(_ pixels: SIMD4<UInt32>, _ row: Int, _ column: Int) {
      target.storeBytes(
        of: finished(pixels), toByteOffset: (row &* columns &+ column) &* 4,
        as: SIMD4<UInt32>.self)
    }
    var column = 0
    while column &+ 4 <= columns {
      let a = element(column)
      let b = element(column &+ 1)
      let c = element(column &+ 2)
      let d = element(column &+ 3)
      // Written out: an index that varies would send the vectors through memory.
      put(SIMD4(a[0], b[0], c[0], d[0]), 0, column)
      if rows > 1 { put(SIMD4(a[1], b[1], c[1], d[1]), 1, column) }
      if rows > 2 { put(SIMD4(a[2], b[2], c[2], d[2]), 2, column) }
      if rows > 3 { put(SIMD4(a[3], b[3], c[3], d[3]), 3, column) }
      column &+= 4
    }
    while column < columns {
      let pixels = finished(element(column))
      for row in 0..<rows {
        target.storeBytes(
          of: pixels[row], toByteOffset: (row &* columns &+ column) &* 4, as: UInt32.self)
      }
      column &+= 1
    }
  }
}
