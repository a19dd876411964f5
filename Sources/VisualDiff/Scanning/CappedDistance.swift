import PortableMath
package import Raster

/// The mean squared difference of two pictures' channels, each difference limited: what covers a
/// part of a picture, a pointer or other words, weighs no more than its area.
package struct CappedDistance: Hashable, Sendable {
  /// The difference, in levels, beyond which more does not count.
  package let cap: UInt8

  /// - Parameter cap: 1...63 levels.
  package init(cap: UInt8) {
    precondition((1...63).contains(cap), "sums of larger squares do not fit")
    self.cap = cap
  }

  package var largest: Double { Double(cap) * Double(cap) }

  /// The mean over the red, green and blue of all pixels of two opaque pictures of one size.
  package func mean(_ first: Pixmap, _ second: Pixmap) -> Double {
    precondition(first.size == second.size, "pictures of one size are compared")
    return Double(sum(first, second, 0..<first.size.area)) / Double(first.size.area * 3)
  }

  /// The same over the pixels that `mask` counts: 0 or 255 for each byte of the pictures; nil where it
  /// counts none.
  package func mean(_ first: Pixmap, _ second: Pixmap, mask: [UInt8]) -> Double? {
    precondition(
      first.size == second.size && mask.count == first.bytes.count,
      "pictures and mask have one size")
    var sum = 0
    var count = 0
    let cap = Int(cap)
    first.bytes.withUnsafeBufferPointer { left in
      second.bytes.withUnsafeBufferPointer { right in
        mask.withUnsafeBufferPointer { mask in
          for index in 0..<left.count {
            let difference = min(cap, abs(Int(left[index]) - Int(right[index])))
            sum &+= mask[index] == 0 ? 0 : difference &* difference
            count &+= mask[index] == 0 ? 0 : 1
          }
        }
      }
    }
    // Alphas are equal and add nothing.
    return count == 0 ? nil : Double(sum) / (Double(count) * 0.75)
  }

  /// The sum of the squares over a range of pixels, counted row by row.
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
      // Sixteen squares of 63 fit in 16 bits.
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
