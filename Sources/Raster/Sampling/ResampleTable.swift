/// For every output position along one axis: which source samples count, and how much.
struct ResampleTable {
  /// Samples an output position reads; the same for all.
  let taps: Int
  /// First sample of each output position; `starts[i] + taps` never exceeds the axis.
  let starts: [Int32]
  /// `taps` weights for each output position; they add up to 1.
  let weights: [Float]

  /// - Parameters:
  ///   - start: where the output begins on the source axis, in samples.
  ///   - length: how many samples the whole output spans.
  ///   - count: samples on the source axis; beyond them the outermost ones are repeated.
  ///   - outputs: positions on the output axis.
  init(start: Double, length: Double, count: Int, outputs: Int, filter: ResizeFilter) {
    let scale = length / Double(outputs)
    let filter = filter.resolved(scale: scale)
    var rows: [(first: Int, weights: [Double])] = []
    rows.reserveCapacity(outputs)
    for output in 0..<outputs {
      let low = start + Double(output) * scale
      rows.append(
        filter == .area
          ? Self.area(from: low, to: low + scale, count: count)
          : Self.filtered(around: low + 0.5 * scale, scale: scale, count: count, filter: filter))
    }
    let taps = rows.reduce(1) { max($0, $1.weights.count) }
    var starts: [Int32] = []
    var weights: [Float] = []
    starts.reserveCapacity(outputs)
    weights.reserveCapacity(outputs * taps)
    for row in rows {
      let first = min(row.first, count - taps)
      let total = row.weights.reduce(0, +)
      starts.append(Int32(first))
      for tap in 0..<taps {
        let index = tap + first - row.first
        weights.append(row.weights.indices.contains(index) ? Float(row.weights[index] / total) : 0)
      }
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
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
