/// The color difference of pixelmatch in double precision, with the YIQ transform of Kotsarenko and
/// Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
/// applications" (2010). Keeps pixelmatch's order of operations so that rounding is the same.
struct YIQDistance {
  /// True if translucent pixels are blended over a pattern, false for white.
  let blendsOverPattern: Bool

  /// Returns the squared distance of two pixels, 0...35215.
  ///
  /// - Parameter position: The row-major index of the pixel in its picture.
  func squaredDistance(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    let y = luma(red, green, blue)
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// Returns the luma of the first pixel minus that of the second, which must be different.
  func brightness(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    return luma(red, green, blue)
  }

  private func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// Returns the difference of the colors over their background.
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

  /// Returns the background at a position. Channels are 48 or 207: red is constant; green and blue
  /// depend on the golden ratio and the byte offset from the start of the picture.
  @inline(__always)
  private static func pattern(_ position: Int) -> SIMD4<Int32> {
    let byte = Double(position * 4)
    let green = Int(byte / 1.618033988749895) & 1
    let blue = Int(byte / 2.618033988749895) & 1
    return SIMD4(48, 48 + 159 * Int32(green), 48 + 159 * Int32(blue), 0)
  }
}

/// Finds the pixels of a row that may exceed a YIQ distance. Uses single precision in vectorizable
/// loops.
///
/// In single precision, the sum of three products of bytes has an error below 1e-4. The weights of
/// the three components add up to 1, so the error of a squared distance d is below 2e-4 * sqrt(d).
/// A pixel that is farther below the limit cannot exceed it in double precision; the others are
/// computed exactly.
struct YIQPrefilter {
  private let floor: Float
  private let ceiling: Float

  /// The maximum error of a squared distance from `find`.
  static let largestError = 0.5

  /// Creates a filter. `limit` is the maximum squared distance that is not a difference.
  init(limit: Double) {
    let slack = 5e-4 * limit.squareRoot() + 1e-5 * limit + 1e-5
    floor = Float(limit - slack)
    ceiling = Float(limit + slack)
  }

  /// Returns true if a squared distance from `find` also exceeds the limit in double precision.
  func isCertain(_ distance: Float) -> Bool { distance > ceiling }

  /// Writes the columns that may exceed the limit, in increasing order, with their squared
  /// distances. Returns their number. All pixels must be opaque. `columns` and `distances` need
  /// space for the row plus one element.
  ///
  /// - Parameter blocks: The blocks in which the rows differ, as in `ChangedRows`.
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
            // Adds the sign bit, because a comparison would be compiled to a branch.
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
