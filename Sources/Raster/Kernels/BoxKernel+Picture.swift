extension BoxKernel {
  /// Strips filled together: 16 pixels, a cache line of every row.
  private static let group = 4

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
    let lead = lead(passes: passes) &* Self.lanes
    let bandSize = (width &+ 3) / 4 &* 4 &* Self.lanes
    let between = UnsafeMutablePointer<UInt16>.allocate(capacity: bands &* bandSize)
    let stripSize = lead &+ max(bands &* 4, width) &* Self.lanes
    let strips = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.group &* stripSize)
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
            UnsafeMutableRawPointer(strips + lead), source + column &* 4, stride: width &* 4,
            pixels: pixels, rows: height, stripSize: stripSize &* 2)
          for index in 0..<(pixels &+ 3) / 4 {
            let strip = strips + index &* stripSize
            run(strip, count: height, passes: passes, roundsLast: false)
            turn(
              UnsafeMutableRawPointer(between + (column &+ index &* 4) &* Self.lanes),
              UnsafeRawPointer(strip), bands: bands, bandSize: bandSize &* 2)
          }
        }
        for band in 0..<bands {
          (strips + lead).update(from: between + band &* bandSize, count: width &* Self.lanes)
          run(strips, count: width, passes: passes, roundsLast: true)
          scatter(
            target + band &* 16 &* width, UnsafeRawPointer(strips), stride: width &* 4,
            rows: min(4, height &- band &* 4), columns: width)
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
