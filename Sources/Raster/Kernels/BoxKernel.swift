/// Box means of 16-bit values, one running sum per lane.
///
/// A strip is a sequence of ``Strips/lanes`` values side by side; a pass replaces each element by the mean
/// of the `diameter` elements around it, the ends being repeated. Values keep ``fractionBits`` bits
/// after the point so that twenty passes stay within a level; the sum of a window just fits 16 bits.
struct BoxKernel {
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
  func run(_ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, roundsLast: Bool) {
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
    let last = count &- 1
    let first = StripElement(from, 0)
    let end = StripElement(from, last)
    var sum = StripElement(repeating: bias) &+ first &* UInt16(radius)
    for index in 0...radius { sum &+= StripElement(from, min(index, last)) }
    let scale = Words(repeating: reciprocal)
    let shifts = Words(repeating: shift)
    @inline(__always)
    func mean(_ half: Words) -> Words { Vectors.multiplyHigh(half, scale) &>> shifts }
    /// Writes an element. The value that leaves is read before its place is overwritten.
    func put(_ index: Int, entering: StripElement, leaving: StripElement) {
      StripElement(low: mean(sum.low), high: mean(sum.high)).store(to, index)
      sum = sum &+ (entering &- leaving)
    }
    let ahead = radius &+ 1
    var index = 0
    while index < min(radius, max(0, last &- radius)) {
      put(index, entering: StripElement(from, index &+ ahead), leaving: first)
      index &+= 1
    }
    while index < last &- radius {
      put(
        index, entering: StripElement(from, index &+ ahead),
        leaving: StripElement(from, index &- radius))
      index &+= 1
    }
    while index <= last {
      put(
        index, entering: end,
        leaving: index < radius ? first : StripElement(from, index &- radius))
      index &+= 1
    }
  }

  /// Strips filled together: 32 pixels, two cache lines of every row.
  private static let group = 8

  /// Blurs a picture: all vertical passes, then all horizontal ones, strip by strip.
  ///
  /// - Parameters:
  ///   - target: receives `width * height * 4` bytes.
  ///   - source: as many.
  func blur(
    _ target: inout MutableSpan<UInt8>, from source: Span<UInt8>, width: Int, height: Int,
    passes: Int
  ) {
    precondition(passes > 0 && source.count == width &* height &* 4 && target.count == source.count)
    func axis(_ count: Int) -> StripAxis {
      StripAxis(lead: lead(passes: passes), seen: count, offset: 0, wanted: count)
    }
    RowKernel.withPointers(&target, 0..<target.count, source, source) { target, source, _ in
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
        let place = pixel / 4 &* group.stripSize
        RowKernel.store(Vectors.widenedLow(bytes) &<< shifts, to, place)
        RowKernel.store(Vectors.widenedHigh(bytes) &<< shifts, to, place &+ 16)
        pixel &+= 4
      }
    }
  }
}
