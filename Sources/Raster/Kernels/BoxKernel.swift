/// Box means of 16-bit values, one running sum per lane.
///
/// A strip is a sequence of ``lanes`` values side by side; a pass replaces each element by the mean
/// of the `diameter` elements around it, the ends being repeated. Values keep ``fractionBits`` bits
/// after the point so that twenty passes stay within a level; the sum of a window just fits 16 bits.
struct BoxKernel {
  /// Values an element holds.
  static let lanes = 16
  /// The widest box whose window sum fits 16 bits with one fraction bit.
  static let widest = 127

  let diameter: Int
  let fractionBits: UInt16
  /// `floor(sum / diameter)` is `(sum + offset) * reciprocal >> (16 + shift)`.
  let reciprocal: UInt16
  let shift: UInt16
  let offset: UInt16

  /// - Parameter diameter: odd, 3...``widest``.
  init(diameter: Int) {
    precondition(diameter % 2 == 1 && (3...Self.widest).contains(diameter))
    self.diameter = diameter
    fractionBits = diameter < 32 ? 3 : diameter < 64 ? 2 : 1
    // The largest power of two that keeps the reciprocal below 2^16.
    var shift: UInt16 = 0
    while (1 << (17 + Int(shift))) / diameter < 65535 { shift += 1 }
    self.shift = shift
    // Rounded up the reciprocal is exact for all 16-bit sums if it is at most 2^shift / 2^(16 + shift)
    // too large, else rounded down for sums one larger (A. D. Robison, "N-bit unsigned division via
    // N-bit multiply-add", ARITH 2005).
    let (quotient, remainder) = (1 << (16 + Int(shift))).quotientAndRemainder(dividingBy: diameter)
    let roundsUp = diameter - remainder <= 1 << Int(shift)
    reciprocal = UInt16(roundsUp ? quotient + 1 : quotient)
    offset = roundsUp ? 0 : 1
  }

  var radius: Int { diameter / 2 }

  /// Elements a strip needs in front of its first one for `passes` passes.
  func lead(passes: Int) -> Int { radius * passes }

  /// Runs `passes` passes over a strip in place.
  ///
  /// Every pass leaves its result `radius` elements further in front, where the values it no longer
  /// needs were, so that one strip is all that has to stay in the cache.
  ///
  /// - Parameters:
  ///   - strip: `lead(passes:)` elements, then `count` elements that hold the values.
  ///   - roundsLast: whether the last pass rounds to whole values.
  func run(
    _ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, roundsLast: Bool
  ) {
    var from = strip + lead(passes: passes) * Self.lanes
    for pass in 0..<passes {
      let to = from - radius * Self.lanes
      let whole = roundsLast && pass == passes - 1
      let half = UInt16(whole ? diameter << (Int(fractionBits) - 1) : diameter / 2)
      self.pass(
        UnsafeMutableRawPointer(from), UnsafeMutableRawPointer(to), count: count,
        bias: half + offset,
        shift: whole ? shift + fractionBits : shift)
      from = to
    }
  }

  private func pass(
    _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer, count: Int, bias: UInt16,
    shift: UInt16
  ) {
    let size = Self.lanes &* 2
    let end = (count &- 1) &* size
    let firstLow = RowKernel.load(from, 0)
    let firstHigh = RowKernel.load(from, 16)
    let lastLow = RowKernel.load(from, end)
    let lastHigh = RowKernel.load(from, end &+ 16)
    var low = Words(repeating: bias) &+ firstLow &* UInt16(radius)
    var high = Words(repeating: bias) &+ firstHigh &* UInt16(radius)
    for index in 0...radius {
      let at = min(index &* size, end)
      low &+= RowKernel.load(from, at)
      high &+= RowKernel.load(from, at &+ 16)
    }
    let scale = Words(repeating: reciprocal)
    let shifts = Words(repeating: shift)
    let ahead = (radius &+ 1) &* size
    let behind = radius &* size
    @inline(__always)
    func mean(_ at: Int) {
      RowKernel.store(Vectors.multiplyHigh(low, scale) &>> shifts, to, at)
      RowKernel.store(Vectors.multiplyHigh(high, scale) &>> shifts, to, at &+ 16)
    }
    var at = 0
    // The value that leaves is read before its place is overwritten.
    let headEnd = min(behind, max(0, end &- behind))
    while at < headEnd {
      let nextLow = RowKernel.load(from, at &+ ahead)
      let nextHigh = RowKernel.load(from, at &+ ahead &+ 16)
      mean(at)
      low = low &+ (nextLow &- firstLow)
      high = high &+ (nextHigh &- firstHigh)
      at &+= size
    }
    let bodyEnd = end &- behind
    while at < bodyEnd {
      let oldLow = RowKernel.load(from, at &- behind)
      let oldHigh = RowKernel.load(from, at &- behind &+ 16)
      let nextLow = RowKernel.load(from, at &+ ahead)
      let nextHigh = RowKernel.load(from, at &+ ahead &+ 16)
      mean(at)
      low = low &+ (nextLow &- oldLow)
      high = high &+ (nextHigh &- oldHigh)
      at &+= size
    }
    while at <= end {
      let isHead = at < behind
      let oldLow = isHead ? firstLow : RowKernel.load(from, at &- behind)
      let oldHigh = isHead ? firstHigh : RowKernel.load(from, at &- behind &+ 16)
      mean(at)
      low = low &+ (lastLow &- oldLow)
      high = high &+ (lastHigh &- oldHigh)
      at &+= size
    }
  }
}

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
            transpose(
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

  /// Copies four pixels of every row to each strip, widened to 16 bits.
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

  /// Transposes strips of 4 × 4 pixels into bands: element n then holds pixel n of four rows.
  private func transpose(
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

  /// Writes a band to the rows of the picture, narrowed to bytes and, if asked, tinted.
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
      // Written out: a variable index would spill the vectors to memory.
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
