/// The colour difference of pixelmatch in double precision: the YIQ transform of Kotsarenko and Ramos, "Measuring
/// perceived color difference using YIQ NTSC transmission color space in mobile applications"
/// (2010), in the original's order of operations, so that rounding is the same.
struct YIQDistance {
  /// Whether translucent pixels are blended over a pattern of positions, or over white.
  let blendsOverPattern: Bool

  /// The squared distance of two pixels, 0...35215.
  /// - position: the index of the pixel in its picture, row by row.
  func squaredDistance(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    let y = luma(red, green, blue)
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// How much brighter the first is than the second, which is not equal to it.
  func brightness(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    return luma(red, green, blue)
  }

  private func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// The difference of the colours over their background.
  @inline(__always)
  private func difference(
    _ first: UInt32, _ second: UInt32, position: Int
  ) -> (Double, Double, Double) {
    if first & second & YIQDistance.alphaBits == YIQDistance.alphaBits {
      return (
        step(first, second, shift: 0), step(first, second, shift: 8), step(first, second, shift: 16)
      )
    }
    let left = channels(first)
    let right = channels(second)
    let background = blendsOverPattern ? YIQDistance.pattern(position) : SIMD4(repeating: 255)
    let blended = left &* left.w &- right &* right.w &- background &* (left.w - right.w)
    return (Double(blended.x) / 255, Double(blended.y) / 255, Double(blended.z) / 255)
  }

  private static let alphaBits = UInt32(0xFF00_0000).littleEndian

  private func step(_ first: UInt32, _ second: UInt32, shift: UInt32) -> Double {
    let left = Int32(truncatingIfNeeded: (UInt32(littleEndian: first) >> shift) & 255)
    let right = Int32(truncatingIfNeeded: (UInt32(littleEndian: second) >> shift) & 255)
    return Double(left &- right)
  }

  /// 48 or 207 a channel: red is constant, green and blue follow the golden ratio, counted in
  /// bytes from the start of the picture.
  @inline(__always)
  private static func pattern(_ position: Int) -> SIMD4<Int32> {
    let byte = Double(position * 4)
    let green = Int(byte / 1.618033988749895) & 1
    let blue = Int(byte / 2.618033988749895) & 1
    return SIMD4(48, 48 + 159 * Int32(green), 48 + 159 * Int32(blue), 0)
  }
}

/// Finds the pixels of a row that may exceed a YIQ distance, in single precision and in loops that
/// the compiler vectorises.
///
/// A sum of three products of bytes is off by less than 1e-4 in single precision, so a squared
/// distance d is off by less than 2e-4 * sqrt(d), since the weights of the three parts add up
/// to 1. A pixel further below the limit than this cannot exceed it in double precision; the
/// others are computed exactly.
struct YIQPrefilter {
  private let floor: Float
  private let ceiling: Float

  /// The largest error of a squared distance of `find`.
  static let largestError = 0.5

  /// - Parameter limit: the largest squared distance that is no difference.
  init(limit: Double) {
    let slack = 5e-4 * limit.squareRoot() + 1e-5 * limit + 1e-5
    floor = Float(limit - slack)
    ceiling = Float(limit + slack)
  }

  /// Whether this squared distance, as `find` has it, exceeds the limit in double precision too.
  func isCertain(_ distance: Float) -> Bool { distance > ceiling }

  /// Writes the columns that may exceed the limit, rising, with their squared distances, and
  /// returns their number. All pixels must be opaque; `columns` and `distances` have room for the
  /// row and one more.
  /// - blocks: the blocks in which the rows differ, as in `ChangedRows`.
  func find(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, width: Int,
    blocks: ArraySlice<UInt16>, distances: UnsafeMutablePointer<Float>,
    into columns: UnsafeMutablePointer<Int32>
  ) -> Int {
    var count = 0
    var chunk = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ChangedRows.block) { buffer in
      guard let measured = buffer.baseAddress else { return }
      for bits in blocks {
        var left = bits
        while left != 0 {
          let x = chunk + left.trailingZeroBitCount * ChangedRows.block
          left &= left &- 1
          if x + ChangedRows.block <= width {
            measure(first + x, second + x, count: ChangedRows.block, into: measured)
          } else {
            measure(first + x, second + x, count: width - x, into: measured)
          }
          for offset in 0..<min(ChangedRows.block, width - x) {
            columns[count] = Int32(truncatingIfNeeded: x + offset)
            distances[count] = measured[offset]
            // The sign bit, since a comparison would become a branch.
            count &+= Int((floor - measured[offset]).bitPattern &>> 31)
          }
        }
        chunk += ChangedRows.chunk
      }
    }
    return count
  }

  @inline(__always)
  private func measure(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, count: Int,
    into distances: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<count {
      let left = UInt32(littleEndian: first[x])
      let right = UInt32(littleEndian: second[x])
      let red = step(left & 255, right & 255)
      let green = step((left &>> 8) & 255, (right &>> 8) & 255)
      let blue = step((left &>> 16) & 255, (right &>> 16) & 255)
      let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
      let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
      let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
      distances[x] = y * y * 0.5053 + i * i * 0.299 + q * q * 0.1957
    }
  }

  private func step(_ left: UInt32, _ right: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: left) &- Int32(truncatingIfNeeded: right))
  }
}
