/// Finds the pixels of a row that may exceed a YIQ distance, in single precision and in loops
/// plain enough for the compiler to make vectors of.
///
/// A sum of three products of bytes is off by less than 1e-4 in single precision, so a squared
/// distance d is off by less than 2e-4 * sqrt(d), since the weights of the three parts add up
/// to 1. Whoever lies further below the limit than this cannot exceed it in double precision; the
/// others are to be computed exactly.
struct YIQCandidates {
  private let floor: Float
  private let ceiling: Float

  /// No squared distance of `find` is further off than this.
  static let largestError = 0.5

  /// - Parameter limit: the largest squared distance that is no difference.
  init(limit: Double) {
    let slack = 5e-4 * limit.squareRoot() + 1e-5 * limit + 1e-5
    floor = Float(limit - slack)
    ceiling = Float(limit + slack)
  }

  /// Whether this squared distance, as `find` has it, exceeds the limit in double precision too.
  @inline(__always)
  func isCertain(_ distance: Float) -> Bool { distance > ceiling }

  /// Writes the columns that may exceed the limit, rising, with their squared distances, and
  /// returns how many they are. All pixels must be opaque; `columns` and `distances` have room
  /// for the row.
  /// - blocks: where the rows differ, as `RowSurvey` has it.
  func find(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, width: Int,
    blocks: ArraySlice<UInt16>, distances: UnsafeMutablePointer<Float>,
    into columns: UnsafeMutablePointer<Int32>
  ) -> Int {
    var count = 0
    var chunk = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: RowSurvey.block) { buffer in
      guard let measured = buffer.baseAddress else { return }
      for bits in blocks {
        var left = bits
        while left != 0 {
          let x = chunk + left.trailingZeroBitCount * RowSurvey.block
          left &= left &- 1
          if x + RowSurvey.block <= width {
            measure(first + x, second + x, count: RowSurvey.block, into: measured)
          } else {
            measure(first + x, second + x, count: width - x, into: measured)
          }
          for offset in 0..<min(RowSurvey.block, width - x) {
            columns[count] = Int32(truncatingIfNeeded: x + offset)
            distances[count] = measured[offset]
            // The sign, where a comparison would become a branch.
            count &+= Int((floor - measured[offset]).bitPattern &>> 31)
          }
        }
        chunk += RowSurvey.chunk
      }
    }
    return count
  }

  /// The squared distances of `count` pairs.
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

  @inline(__always)
  private func step(_ left: UInt32, _ right: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: left) &- Int32(truncatingIfNeeded: right))
  }
}
