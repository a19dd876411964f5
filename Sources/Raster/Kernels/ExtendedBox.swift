/// Means of 16-bit values over boxes whose width need not be whole.
///
/// A strip is a sequence of elements, ``Strips/lanes`` values side by side, with ``fractionBits`` bits after
/// the point, so that twenty passes stay within a level. Its first and its last element stand for all that
/// lies beyond: a box past them sees them over and over. Where they stand for the edges of a picture of
/// coarser elements, each pass gives them the mean about the outermost sample of the picture.
struct ExtendedBox {
  /// Of a box of 31.5 elements; the sum of one of 32 would not fit 16 bits with three of a fraction.
  static let mostVariance = (31.5 * 31.5 - 1) / 12
  /// The widest plain box whose sum fits 16 bits with one of a fraction.
  static let widest = 127

  let fractionBits: UInt16
  /// Elements of full weight on each side of the middle.
  let reach: Int
  /// Elements, the two of partial weight by their weight.
  private let width: Double
  /// Weight of the elements one further out, in 1/65536.
  private let outer: UInt16
  let reciprocal: UInt16

  /// How a sum is divided by `width`: `(sum + bias) * reciprocal >> (16 + shift)`.
  struct Division {
    var bias: UInt16
    var shift: UInt16
  }

  let division: Division
  /// Of the last pass, where that one rounds to whole values.
  private var lastDivision: Division?

  /// - Parameter variance: of the box, in elements squared, above 0...``mostVariance``.
  init(variance: Double) {
    precondition(variance > 0 && variance <= Self.mostVariance, "the sum of a box fits 16 bits")
    let (reach, share) = Self.weights(variance: variance)
    fractionBits = 3
    outer = UInt16(min(65535, (share * 65536).rounded()))
    let width = 2 * reach + 1 + 2 * Double(outer) / 65536
    self.reach = Int(reach)
    self.width = width
    // The largest power of two that keeps the reciprocal below 2^16.
    var shift: UInt16 = 0
    while (Double(1 << (17 + Int(shift))) / width).rounded() < 65536 { shift += 1 }
    reciprocal = UInt16(min(65535, (Double(1 << (16 + Int(shift))) / width).rounded()))
    // Half the width, which rounds, and half a unit that the partial weight rounds down.
    division = Division(bias: UInt16((width / 2 + 0.5).rounded(.down)), shift: shift)
  }

  /// Samples of full weight on each side of the middle, and the partial weight, 0...1, of those one
  /// further out, as in P. Gwosdek, S. Grewenig, A. Bruhn and J. Weickert, "Theoretical foundations of
  /// Gaussian convolution by extended box filtering" (2011).
  static func weights(variance: Double) -> (reach: Double, outer: Double) {
    let reach = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
    let outer =
      (2 * reach + 1) * (3 * variance - reach * (reach + 1))
      / (6 * ((reach + 1) * (reach + 1) - variance))
    return (reach, max(0, outer))
  }

  /// A plain box, whose means are correctly rounded.
  ///
  /// - Parameters:
  ///   - diameter: elements, odd, 3...``widest``.
  ///   - roundsLast: whether the last pass rounds to whole values.
  init(diameter: Int, roundsLast: Bool) {
    precondition(diameter % 2 == 1 && (3...Self.widest).contains(diameter))
    fractionBits = diameter < 32 ? 3 : diameter < 64 ? 2 : 1
    outer = 0
    reach = diameter / 2
    width = Double(diameter)
    var shift: UInt16 = 0
    while (1 << (17 + Int(shift))) / diameter < 65535 { shift += 1 }
    // Rounded up the reciprocal is exact for all 16-bit sums if it is at most 2^shift / 2^(16 + shift)
    // too large, else rounded down for sums one larger (A. D. Robison, "N-bit unsigned division via
    // N-bit multiply-add", ARITH 2005).
    let (quotient, remainder) = (1 << (16 + Int(shift))).quotientAndRemainder(dividingBy: diameter)
    let roundsUp = diameter - remainder <= 1 << Int(shift)
    reciprocal = UInt16(roundsUp ? quotient + 1 : quotient)
    let offset: UInt16 = roundsUp ? 0 : 1
    division = Division(bias: UInt16(diameter / 2) + offset, shift: shift)
    guard roundsLast else { return }
    lastDivision = Division(
      bias: UInt16(diameter) << (fractionBits - 1) + offset, shift: shift + fractionBits)
  }

  /// Elements by which a pass moves a strip to the front.
  var step: Int { reach + 1 }

  /// What a strip's ends stand for.
  struct Ends {
    /// From the edge of the first full element to the middle of the outermost sample, in elements; the
    /// same at the other end.
    var inset: Double
    /// How much of the last but one element lies inside, 0...1.
    var lastShare: Double
  }

  /// Runs passes over a strip in place; each leaves its result ``step`` elements further in front.
  ///
  /// - Parameters:
  ///   - strip: room for `passes * step` elements, then `count` of them, at least three.
  ///   - ends: nil: nothing but themselves, and there may be fewer than three elements. The last pass
  ///     treats them as any other element.
  func run(_ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, ends: Ends?) {
    var from = UnsafeMutableRawPointer(strip + passes &* step &* Strips.lanes)
    for pass in 1...passes {
      let isLast = pass == passes
      run(
        from, count: count, ends: isLast ? nil : ends,
        isLast ? lastDivision ?? division : division)
      from -= step &* StripElement.size
    }
  }

  private func run(
    _ from: UnsafeMutableRawPointer, count: Int, ends: Ends?, _ division: Division
  ) {
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
    /// Writes an element; the box then moves on, `right` coming in and `next` becoming the one that
    /// is half out.
    func put(_ index: Int, _ right: StripElement, _ next: StripElement) {
      let all = outer == 0 ? sum : sum &+ (left &+ right).part(outer)
      mean(all, division).store(to, index)
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
  private func mean(_ sum: StripElement, _ division: Division) -> StripElement {
    @inline(__always)
    func mean(_ half: Words) -> Words {
      Vectors.multiplyHigh(half &+ Words(repeating: division.bias), Words(repeating: reciprocal))
        &>> Words(repeating: division.shift)
    }
    return StripElement(low: mean(sum.low), high: mean(sum.high))
  }

  /// The mean about the outermost sample at one end of a strip.
  private func edge(
    _ from: UnsafeMutableRawPointer, _ count: Int, at edge: StripElement, toward direction: Int,
    other: StripElement, ends: Ends
  ) -> StripElement {
    var sum = edge.weighed(max(0, width / 2 - ends.inset))
    var left = width / 2 + ends.inset
    var index = direction > 0 ? 1 : count - 2
    while left > 0, index > 0, index < count - 1 {
      let share = min(left, index == count - 2 ? ends.lastShare : 1)
      sum &+= StripElement(from, index).weighed(share)
      left -= share
      index += direction
    }
    return mean(left > 0 ? sum &+ other.weighed(left) : sum, division)
  }
}
