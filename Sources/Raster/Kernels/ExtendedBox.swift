/// A box blur of 16-bit values whose width may be fractional: one sample of partial weight on each
/// side of the samples of full weight. ``BoxKernel`` is the faster blur of whole, odd widths.
///
/// A strip is a sequence of elements of ``Strips/lanes`` values with ``fractionBits`` fraction
/// bits. Its first and last elements represent everything beyond the strip and are replicated.
/// Where they represent the edges of a picture, each pass sets them to the mean about the picture's
/// outermost sample, which may be smaller than an element.
struct ExtendedBox {
  static let fractionBits: UInt16 = 3
  /// The variance of a box of 31.5 elements; the sum of a box of 32 would not fit 16 bits.
  static let maxVariance = (31.5 * 31.5 - 1) / 12

  /// The number of elements of full weight on each side of the center.
  let reach: Int
  /// The sum of all weights.
  let width: Double
  /// The weight of the next element on each side, in 1/65536.
  private let outer: UInt16
  /// The quotient `sum / width` is `(sum + bias) * reciprocal >> (16 + shift)`.
  private let reciprocal: UInt16
  private let shift: UInt16
  /// Half the width, for rounding, and the mean error of half a unit from rounding down the partial
  /// weight.
  private let bias: UInt16

  /// - Parameter variance: The variance in squared elements, above 0 and at most ``maxVariance``.
  init(variance: Double) {
    precondition(variance > 0 && variance <= Self.maxVariance, "the sum of a box fits 16 bits")
    let (reach, share) = Self.weights(variance: variance)
    outer = UInt16(min(65535, (share * 65536).rounded()))
    let width = 2 * reach + 1 + 2 * Double(outer) / 65536
    self.reach = Int(reach)
    self.width = width
    // The largest power of two that keeps the reciprocal below 2^16.
    var shift: UInt16 = 0
    while (Double(1 << (17 + Int(shift))) / width).rounded() < 65536 { shift += 1 }
    self.shift = shift
    reciprocal = UInt16(min(65535, (Double(1 << (16 + Int(shift))) / width).rounded()))
    bias = UInt16((width / 2 + 0.5).rounded(.down))
  }

  /// Returns the number of samples of full weight on each side of the center, and the weight,
  /// 0...1, of the next sample on each side, as in P. Gwosdek, S. Grewenig, A. Bruhn and J.
  /// Weickert, "Theoretical foundations of Gaussian convolution by extended box filtering" (2011).
  static func weights(variance: Double) -> (reach: Double, outer: Double) {
    let reach = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
    let outer =
      (2 * reach + 1) * (3 * variance - reach * (reach + 1))
      / (6 * ((reach + 1) * (reach + 1) - variance))
    return (reach, max(0, outer))
  }

  /// The number of elements by which a pass moves a strip to the front.
  var step: Int { reach + 1 }

  /// The position of a picture's edges in a strip.
  struct Ends {
    /// The distance from the outer edge of the second element to the center of the outermost
    /// sample, in elements. The other end has the same distance.
    var inset: Double
    /// The part of the last but one element inside the picture, 0...1.
    var lastShare: Double
  }

  /// Runs passes over a strip in place; each writes its result ``step`` elements further in front.
  ///
  /// - Parameters:
  ///   - strip: `passes * step` spare elements, then `count` elements, at least three.
  ///   - ends: The picture's edges. The last pass treats the outermost elements as any other.
  func run(
    _ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, ends: Ends
  ) {
    var from = UnsafeMutableRawPointer(strip + passes &* step &* Strips.lanes)
    for pass in 1...passes {
      run(from, count: count, ends: pass < passes ? ends : nil)
      from -= step &* StripElement.size
    }
  }

  private func run(_ from: UnsafeMutableRawPointer, count: Int, ends: Ends?) {
    let last = count &- 1
    let before = StripElement(from, 0)
    let after = StripElement(from, last)
    let edges = ends.map { ends in
      (
        edge(from, count, at: before, toward: 1, other: after, ends: ends),
        edge(from, count, at: after, toward: -1, other: before, ends: ends)
      )
    }
    var sum = before &* UInt16(step)
    for index in stride(from: 1, through: reach, by: 1) {
      sum &+= StripElement(from, min(index, last))
    }
    let to = from - step &* StripElement.size
    var left = before
    /// Writes an element and moves the box by one: `right` enters with full weight, `next` becomes
    /// the element of partial weight on the left.
    @inline(__always)
    func put(_ index: Int, _ right: StripElement, _ next: StripElement) {
      mean(sum &+ (left &+ right).part(outer)).store(to, index)
      sum = sum &+ (right &- next)
      left = next
    }
    var index = 0
    while index < min(step, count) {
      put(index, StripElement(from, min(index &+ step, last)), before)
      index &+= 1
    }
    while index &+ step <= last {
      put(index, StripElement(from, index &+ step), StripElement(from, index &- reach))
      index &+= 1
    }
    while index <= last {
      put(index, after, StripElement(from, index &- reach))
      index &+= 1
    }
    if let edges {
      edges.0.store(to, 0)
      edges.1.store(to, last)
    }
  }

  @inline(__always)
  private func mean(_ sum: StripElement) -> StripElement {
    @inline(__always)
    func mean(_ half: Words) -> Words {
      Vectors.multiplyHigh(half &+ Words(repeating: bias), Words(repeating: reciprocal))
        &>> Words(repeating: shift)
    }
    return StripElement(low: mean(sum.low), high: mean(sum.high))
  }

  /// Returns the mean about the picture's outermost sample at one end of a strip.
  private func edge(
    _ from: UnsafeMutableRawPointer, _ count: Int, at edge: StripElement, toward direction: Int,
    other: StripElement, ends: Ends
  ) -> StripElement {
    var sum = edge.weighted(max(0, width / 2 - ends.inset))
    var left = width / 2 + ends.inset
    var index = direction > 0 ? 1 : count - 2
    while left > 0, index > 0, index < count - 1 {
      let share = min(left, index == count - 2 ? ends.lastShare : 1)
      sum &+= StripElement(from, index).weighted(share)
      left -= share
      index += direction
    }
    return mean(left > 0 ? sum &+ other.weighted(left) : sum)
  }
}
