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

  /// Returns the mean over the bytes for which `mask` is not 0, or `nil` if there are none. The
  /// mask has a value of 0 or 255 for each byte of the pictures.
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
    // Alpha is always equal and adds nothing to the sum, only to the count.
    return count == 0 ? nil : Double(sum) / (Double(count) * 0.75)
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
