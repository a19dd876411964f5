import PortableMath
package import Raster

/// The mean squared difference of two pictures' channels, with each difference capped. So a mouse
/// pointer or different text, which covers part of a picture, has at most the weight of its area.
package struct CappedDistance: Hashable, Sendable {
  /// The maximum difference in levels.
  package let cap: UInt8

  /// Creates a distance. `cap` must be in 1...63.
  package init(cap: UInt8) {
    precondition((1...63).contains(cap), "sums of larger squares do not fit")
    self.cap = cap
  }

  package var largest: Double { Double(cap) * Double(cap) }

  /// Returns the mean over red, green and blue of all pixels. The pictures must be opaque and equal
  /// in size.
  package func mean(_ first: Pixmap, _ second: Pixmap) -> Double {
    precondition(first.size == second.size, "pictures of one size are compared")
    return Double(sum(first, second, 0..<first.size.area)) / Double(first.size.area * 3)
  }

  /// Returns the mean over ranges of pixels in row-major order, or `nil` if they are empty. The
  /// pictures must be opaque and equal in size.
  package func mean(_ first: Pixmap, _ second: Pixmap, in ranges: [Range<Int>]) -> Double? {
    precondition(first.size == second.size, "pictures of one size are compared")
    let (total, count) = ranges.reduce(into: (0, 0)) { result, range in
      result.0 += sum(first, second, range)
      result.1 += range.count
    }
    return count == 0 ? nil : Double(total) / Double(count * 3)
  }

  /// Returns the sum of the squares over a range of pixels in row-major order.
  package func sum(_ first: Pixmap, _ second: Pixmap, _ pixels: Range<Int>) -> Int {
    first.bytes.withUnsafeBytes { left in
      second.bytes.withUnsafeBytes { right in
        sum(left, right, pixels.lowerBound * 4..<pixels.upperBound * 4)
      }
    }
  }

  private func sum(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ bytes: Range<Int>
  ) -> Int {
    let limit = SIMD16<UInt8>(repeating: cap)
    var total = 0
    var index = bytes.lowerBound
    while index + 16 <= bytes.upperBound {
      // The sum of sixteen squares of 63 fits in 16 bits.
      let stop = min(bytes.upperBound, index + 8 * 16)
      var words = SIMD8<UInt16>.zero
      while index + 16 <= stop {
        let a = left.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let b = right.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let greater = a.replacing(with: b, where: b .> a)
        let lesser = a.replacing(with: b, where: b .< a)
        var step = greater &- lesser
        step = step.replacing(with: limit, where: step .> limit)
        let (low, high) = (widened(step.lowHalf), widened(step.highHalf))
        words &+= low &* low &+ high &* high
        index += 16
      }
      for lane in 0..<8 { total &+= Int(words[lane]) }
    }
    while index < bytes.upperBound {
      let difference = min(Int(cap), abs(Int(left[index]) - Int(right[index])))
      total &+= difference &* difference
      index += 1
    }
    return total
  }
}

private func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt16> {
  var result = SIMD8<UInt16>()
  for lane in 0..<8 { result[lane] = UInt16(truncatingIfNeeded: bytes[lane]) }
  return result
}
