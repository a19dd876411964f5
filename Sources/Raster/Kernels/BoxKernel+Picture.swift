extension BoxKernel {
  /// Blurs a picture: all vertical passes, then all horizontal ones, strip by strip.
  ///
  /// - Parameters:
  ///   - target: receives `width * height * 4` bytes.
  ///   - source: as many.
  func blur(
    _ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, width: Int, height: Int,
    passes: Int
  ) {
    precondition(
      passes > 0 && source.count == width &* height &* 4 && target.count == source.count)
    // Between the two directions: strips of four rows, an element per column, four values a row.
    let bands = (height &+ 3) / 4
    let lead = lead(passes: passes)
    let bandSize = (width &+ 3) / 4 &* 4 &* Self.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let strip = UnsafeMutablePointer<UInt16>.allocate(
      capacity: (lead &+ max(bands &* 4, width)) &* Self.lanes)
    defer {
      between.deallocate()
      strip.deallocate()
    }
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for column in stride(from: 0, to: width, by: 4) {
          let pixels = min(4, width &- column)
          let values = strip + lead &* Self.lanes
          gather(
            UnsafeMutableRawPointer(values), source + column &* 4, stride: width &* 4,
            pixels: pixels, rows: height)
          run(strip, count: height, passes: passes, roundsLast: false)
          turn(
            UnsafeMutableRawPointer(between + column &* Self.lanes),
            UnsafeRawPointer(strip), bands: bands, bandSize: bandSize &* 2)
        }
        for band in 0..<bands {
          let values = strip + lead &* Self.lanes
          values.update(from: between + band &* bandSize, count: width &* Self.lanes)
          run(strip, count: width, passes: passes, roundsLast: true)
          scatter(
            target + band &* 4 &* width &* 4, UnsafeRawPointer(strip), stride: width &* 4,
            rows: min(4, height &- band &* 4), columns: width)
        }
      }
    }
  }

  /// Four pixels of every row, widened.
  private func gather(
    _ values: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, stride: Int, pixels: Int,
    rows: Int
  ) {
    let shifts = Words(repeating: fractionBits)
    for row in 0..<rows {
      let at = source + row &* stride
      var bytes = SIMD16<UInt8>()
      if pixels == 4 {
        bytes = at.loadUnaligned(as: SIMD16<UInt8>.self)
      } else {
        for index in 0..<pixels &* 4 {
          bytes[index] = at.load(fromByteOffset: index, as: UInt8.self)
        }
      }
      let to = row &* Self.lanes &* 2
      RowKernel.store(Vectors.widenedLow(bytes) &<< shifts, values, to)
      RowKernel.store(Vectors.widenedHigh(bytes) &<< shifts, values, to &+ 16)
    }
  }

  /// Four pixels of four rows, to four rows of each of four pixels; rows past the last are junk
  /// that no other lane meets.
  private func turn(
    _ between: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, bands: Int, bandSize: Int
  ) {
    for band in 0..<bands {
      let from = strip + band &* 128
      let to = between + band &* bandSize
      for row in 0..<4 {
        for pixel in 0..<4 {
          to.storeBytes(
            of: from.loadUnaligned(fromByteOffset: row &* 32 &+ pixel &* 8, as: UInt64.self),
            toByteOffset: pixel &* 32 &+ row &* 8, as: UInt64.self)
        }
      }
    }
  }

  /// Elements of four rows, narrowed, to the rows of the picture.
  private func scatter(
    _ target: UnsafeMutableRawPointer, _ strip: UnsafeRawPointer, stride: Int, rows: Int,
    columns: Int
  ) {
    for column in 0..<columns {
      let from = column &* Self.lanes &* 2
      let bytes = Vectors.narrowed(
        RowKernel.load(strip, from), RowKernel.load(strip, from &+ 16))
      let pixels = unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
      for row in 0..<rows {
        target.storeBytes(
          of: pixels[row], toByteOffset: row &* stride &+ column &* 4, as: UInt32.self)
      }
    }
  }
}
