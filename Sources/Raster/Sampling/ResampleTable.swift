/// For every output position along one axis: which source samples count, and how much.
struct ResampleTable {
  /// Pairs of neighbouring samples an output position reads; the same for all.
  let pairs: Int
  /// First sample of each output position; samples past the axis have weight 0.
  let starts: [Int32]
  /// `pairs` weights of two samples for each output position, the first in the lower half.
  let weights: [Int32]
  /// The weights of an output position add up to two to this power.
  let weightBits: Int32
  /// The axis has this many samples; no start lies past the last.
  let count: Int

  /// - Parameters:
  ///   - start: where the output begins on the source axis, in samples.
  ///   - length: how many samples the whole output spans.
  ///   - count: samples on the source axis; beyond them the outermost ones are repeated.
  ///   - outputs: positions on the output axis.
  ///   - mostBits: of the weights; as many are used as the largest weight leaves room for.
  init(
    start: Double, length: Double, count: Int, outputs: Int, filter: ResizeFilter, mostBits: Int32
  ) {
    let scale = length / Double(outputs)
    let filter = filter.resolved(scale: scale)
    let exact = (0..<outputs).map {
      Self.weights(from: start + Double($0) * scale, scale: scale, count: count, filter)
    }
    let largest = exact.lazy.map { $0.weights.reduce(0) { max($0, abs($1)) } }.max() ?? 0
    var bits: Int32 = 14
    while bits < mostBits, largest * Double(1 << (bits + 1)) < 32767 { bits += 1 }
    let pairs = ((exact.lazy.map(\.weights.count).max() ?? 1) + 1) / 2
    var weights = [Int32](repeating: 0, count: outputs * pairs)
    for (output, exact) in exact.enumerated() {
      for (index, weight) in Self.rounded(exact.weights, sum: 1 << Int(bits)).enumerated() {
        let half = index & 1 == 0 ? Int32(weight) & 0xFFFF : Int32(weight) << 16
        weights[output * pairs + index / 2] |= half
      }
    }
    starts = exact.map { Int32($0.first) }
    self.pairs = pairs
    self.weights = weights
    self.count = count
    weightBits = bits
  }

  /// The first sample and the weights, one in all, of the output position that spans `scale` samples from
  /// `low` on; samples beyond the axis count for its ends.
  private static func weights(
    from low: Double, scale: Double, count: Int, _ filter: ResizeFilter
  ) -> (first: Int, weights: [Double]) {
    let width = max(1, scale)
    let center = low + 0.5 * scale
    let reach = filter.support * width
    let isArea = filter == .area
    let from = Int((isArea ? low : center - reach - 0.5).rounded(isArea ? .down : .up))
    let to = Int((isArea ? low + scale : center + reach - 0.5).rounded(isArea ? .up : .down))
    let last = max(from, isArea ? to - 1 : to)
    let first = max(0, min(count - 1, from))
    let end = max(first, min(count - 1, last)) - first
    var weights = [Double](repeating: 0, count: end + 1)
    var total = 0.0
    for sample in from...last {
      let weight =
        isArea
        ? max(0, min(low + scale, Double(sample + 1)) - max(low, Double(sample)))
        : filter.weight(abs(Double(sample) + 0.5 - center) / width)
      weights[max(0, min(end, sample - first))] += weight
      total += weight
    }
    return (first, weights.map { $0 / total })
  }

  /// Weights as whole numbers that add up to `sum`; the largest takes what rounding leaves over.
  private static func rounded(_ weights: [Double], sum: Int) -> [Int] {
    var whole = weights.map { Int(($0 * Double(sum)).rounded()) }
    let largest = whole.indices.max { (whole[$0], $1) < (whole[$1], $0) } ?? 0
    whole[largest] += sum - whole.reduce(0, +)
    return whole
  }
}
