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
    let rows = (0..<outputs).map { output in
      let low = start + Double(output) * scale
      return filter == .area
        ? Self.area(from: low, to: low + scale, count: count)
        : Self.filtered(around: low + 0.5 * scale, scale: scale, count: count, filter: filter)
    }
    var largest = 0.0
    for row in rows {
      let total = row.weights.reduce(0, +)
      for weight in row.weights { largest = max(largest, abs(weight) / total) }
    }
    var bits: Int32 = 14
    while bits < mostBits, largest * Double(1 << (bits + 1)) < 32767 { bits += 1 }
    let pairs = rows.reduce(1) { max($0, ($1.weights.count + 1) / 2) }
    var weights: [Int32] = []
    weights.reserveCapacity(outputs * pairs)
    for row in rows {
      let whole = Self.whole(row.weights, sum: 1 << Int(bits))
      for pair in 0..<pairs {
        let first = 2 * pair < whole.count ? whole[2 * pair] : 0
        let second = 2 * pair + 1 < whole.count ? whole[2 * pair + 1] : 0
        weights.append(Int32(second) << 16 | Int32(first) & 0xFFFF)
      }
    }
    starts = rows.map { Int32($0.first) }
    self.pairs = pairs
    self.weights = weights
    weightBits = bits
  }

  /// Weights as whole numbers that add up to `sum`; the largest takes what rounding leaves over.
  private static func whole(_ weights: [Double], sum: Int) -> [Int] {
    let total = weights.reduce(0, +)
    var result = weights.map { Int(($0 / total * Double(sum)).rounded()) }
    let largest = result.indices.max { result[$0] < result[$1] } ?? 0
    result[largest] += sum - result.reduce(0, +)
    return result
  }

  private static func area(
    from low: Double, to high: Double, count: Int
  ) -> (first: Int, weights: [Double]) {
    collect(
      from: Int(low.rounded(.down)), to: Int(high.rounded(.up)) - 1, count: count
    ) { sample in
      max(0, min(high, Double(sample + 1)) - max(low, Double(sample)))
    }
  }

  private static func filtered(
    around center: Double, scale: Double, count: Int, filter: ResizeFilter
  ) -> (first: Int, weights: [Double]) {
    let width = max(1, scale)
    let reach = filter.support * width
    return collect(
      from: Int((center - reach - 0.5).rounded(.up)),
      to: Int((center + reach - 0.5).rounded(.down)), count: count
    ) { sample in
      filter.weight(abs(Double(sample) + 0.5 - center) / width)
    }
  }

  /// Weights of the samples `low...high`, those beyond the axis added to its ends.
  private static func collect(
    from low: Int, to high: Int, count: Int, _ weight: (Int) -> Double
  ) -> (first: Int, weights: [Double]) {
    let first = max(0, min(count - 1, low))
    let last = max(first, min(count - 1, high))
    var weights = [Double](repeating: 0, count: last - first + 1)
    for sample in low...max(low, high) {
      weights[max(first, min(last, sample)) - first] += weight(sample)
    }
    return (first, weights)
  }
}
