/// Means of 16-bit values over boxes whose width need not be whole: samples of full weight with one
/// of partial weight on either side, as in P. Gwosdek, S. Grewenig, A. Bruhn and J. Weickert,
/// "Theoretical foundations of Gaussian convolution by extended box filtering" (2011).
///
/// A strip is a sequence of elements, ``Strips/lanes`` values side by side, with ``fractionBits`` bits after
/// the point. Its first and its last element stand for all that lies beyond: a box past them sees
/// them over and over. Where they stand for the edges of a picture, each pass gives them the mean
/// about the outermost sample of the picture; the elements may be coarser than that.
struct ExtendedBox {
  static let fractionBits: UInt16 = 3
  /// Of a box of 31.5 elements; the sum of one of 32 would not fit 16 bits.
  static let mostVariance = (31.5 * 31.5 - 1) / 12

  /// Elements of full weight on each side of the middle.
  let reach: Int
  /// Elements, the two of partial weight by their weight.
  let width: Double
  /// Weight of the elements one further out, in 1/65536.
  private let outer: UInt16
  /// A sum of a box is divided by `width` as `sum * reciprocal >> (16 + shift)`.
  private let reciprocal: UInt16
  private let shift: UInt16
  /// Half the width, which rounds, and half a unit that the partial weight rounds down.
  private let bias: UInt16

  /// - Parameter variance: of the box, in elements squared, above 0...``mostVariance``.
  init(variance: Double) {
    precondition(variance > 0 && variance <= Self.mostVariance, "the sum of a box fits 16 bits")
    let ideal = (12 * variance + 1).squareRoot()
    let reach = ((ideal - 1) / 2).rounded(.down)
    let share =
      (2 * reach + 1) * (3 * variance - reach * (reach + 1))
      / (6 * ((reach + 1) * (reach + 1) - variance))
    outer = UInt16(max(0, min(65535, (share * 65536).rounded())))
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
  ///   - ends: the last pass treats them as any other element.
  func run(_ strip: UnsafeMutablePointer<UInt16>, count: Int, passes: Int, ends: Ends) {
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
    /// Writes an element; the box then moves on, `right` coming in and `next` becoming the one that
    /// is half out.
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
    return mean(left > 0 ? sum &+ other.weighed(left) : sum)
  }
}
