/// A plain box blur of 16-bit values with a whole, odd diameter and replicated edges.
///
/// A strip is a sequence of elements of ``Strips/lanes`` values. Each pass replaces an element by
/// the mean of the `diameter` elements around it. Values keep ``fractionBits`` fraction bits, so
/// that twenty passes err by less than one level, and the sum of a window still fits 16 bits.
///
/// This kernel is separate from ``ExtendedBox``, whose outermost weights are fractions: sharing one
/// loop costs the plain box half its speed.
struct BoxKernel {
  /// The widest box whose window sum fits 16 bits with one fraction bit.
  static let widest = 127

  let diameter: Int
  let fractionBits: UInt16
  /// The exact quotient: `floor(sum / diameter)` is `(sum + offset) * reciprocal >> (16 + shift)`.
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
    // Rounded up the reciprocal is exact for all 16-bit sums if it is at most 2^shift / 2^(16 +
    // shift) too large, else rounded down for sums one larger (A. D. Robison, "N-bit unsigned
    // division via N-bit multiply-add", ARITH 2005).
    let (quotient, remainder) = (1 << (16 + Int(shift))).quotientAndRemainder(dividingBy: diameter)
    let roundsUp = diameter - remainder <= 1 << Int(shift)
    reciprocal = UInt16(roundsUp ? quotient + 1 : quotient)
    offset = roundsUp ? 0 : 1
  }

  var radius: Int { diameter / 2 }

  /// The number of spare elements that `passes` passes need in front of a strip.
  func lead(passes: Int) -> Int { radius * passes }

  /// Runs `passes` passes over a strip in place.
  ///
  /// Every pass writes its result `radius` elements further in front, over values that it no longer
  /// needs, so that only one strip occupies the cache.
  ///
  /// - Parameters:
  ///   - strip: `lead(passes:)` spare elements, then `count` elements with the values.
  ///   - roundsLast: Whether the last pass rounds to whole values.
  func run(
    _ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, roundsLast: Bool
  ) {
    var from = strip + lead(passes: passes) * Strips.lanes
    for pass in 0..<passes {
      let to = from - radius * Strips.lanes
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
    let size = Strips.lanes &* 2
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
    // Each element is read before its position is overwritten.
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
  /// The number of strips filled together: 32 pixels, two cache lines of every row.
  private static let group = 8

  /// Blurs a picture: all vertical passes, then all horizontal passes.
  ///
  /// - Parameters:
  ///   - target: `width * height * 4` bytes.
  ///   - source: `width * height * 4` bytes.
  func blur(
    _ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, width: Int, height: Int,
    passes: Int
  ) {
    precondition(
      passes > 0 && source.count == width &* height &* 4 && target.count == source.count)
    func axis(_ count: Int) -> StripAxis {
      StripAxis(lead: lead(passes: passes), inputCount: count, offset: 0, outputCount: count)
    }
    RowKernel.withPointers(&target, 0..<target.count, source) { target, source in
      StripBlur(down: axis(height), across: axis(width), group: Self.group).run(
        gather: { group in
          gather(group, source + group.column &* 4, stride: width &* 4, rows: height)
        },
        blurDown: { run($0, count: height, passes: passes, roundsLast: false) },
        blurAcross: { run($0, count: width, passes: passes, roundsLast: true) },
        scatter: { band, strip, rows in
          Strips.scatter(
            target + band &* 16 &* width, strip, rows: rows, columns: width,
            bytes: Vectors.narrowed)
        })
    }
  }

  /// Copies four pixels of every row to each strip, widened to 16 bits.
  private func gather(
    _ group: StripBlur.Group, _ source: UnsafeRawPointer, stride: Int, rows: Int
  ) {
    let pixels = group.columns
    let shifts = Words(repeating: fractionBits)
    for row in 0..<rows {
      let to = group.strips + row &* Strips.lanes &* 2
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
        let byteOffset = pixel / 4 &* group.stripSize
        RowKernel.store(Vectors.widened(bytes.lowHalf) &<< shifts, to, byteOffset)
        RowKernel.store(Vectors.widened(bytes.highHalf) &<< shifts, to, byteOffset &+ 16)
        pixel &+= 4
      }
    }
  }
}
