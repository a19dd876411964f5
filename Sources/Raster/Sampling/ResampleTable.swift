/// The weights of the source samples for each output position on one axis.
struct ResampleTable {
  /// The number of pairs of adjacent samples per output position.
  let pairs: Int
  /// The first sample of each output position. Samples after the end have a weight of 0.
  let starts: [Int32]
  /// The weights, `pairs` values for each output position. Each value has two weights, the first
  /// one in its lower half.
  let weights: [Int32]
  /// The binary logarithm of the sum of the weights of an output position.
  let weightBits: Int32
  /// The number of samples on the axis. All starts are below it.
  let count: Int

  /// - Parameters:
  ///   - start: The start of the output on the source axis, in samples.
  ///   - length: The length of the output in samples.
  ///   - count: The number of samples on the source axis. The outermost ones are replicated.
  ///   - outputs: The number of output positions.
  ///   - maxBits: The maximum number of bits of the weights. The largest weight may require fewer.
  init(
    start: Double, length: Double, count: Int, outputs: Int, filter: ResizeFilter, maxBits: Int32
  ) {
    let scale = length / Double(outputs)
    var exact = ExactWeights(count: count, filter: filter.resolved(scale: scale), scale: scale)
    for output in 0..<outputs { exact.add(start + Double(output) * scale) }
    var bits: Int32 = 14
    while bits < maxBits, exact.largest * Double(1 << (bits + 1)) < 32767 { bits += 1 }
    let pairs = (exact.longest + 1) / 2
    var weights = [Int32](repeating: 0, count: outputs * pairs)
    var whole: [Int] = []
    for output in 0..<outputs {
      exact.round(output, sum: 1 << Int(bits), into: &whole)
      for (index, weight) in whole.enumerated() {
        let half = index & 1 == 0 ? Int32(weight) & 0xFFFF : Int32(weight) << 16
        weights[output * pairs + index / 2] |= half
      }
    }
    starts = exact.firsts
    self.pairs = pairs
    self.weights = weights
    self.count = count
    weightBits = bits
  }
}

/// The weights of all output positions in double precision, in one array: an array per position
/// costs a fifth of the time of a small picture.
private struct ExactWeights {
  let count: Int
  let filter: ResizeFilter
  let scale: Double
  /// The first sample of each output position.
  private(set) var firsts: [Int32] = []
  /// The largest absolute weight.
  private(set) var largest = 0.0
  /// The largest number of samples of an output position.
  private(set) var longest = 1
  private var weights: [Double] = []
  private var ends: [Int] = [0]

  init(count: Int, filter: ResizeFilter, scale: Double) {
    self.count = count
    self.filter = filter
    self.scale = scale
  }

  /// Adds the output position that spans `scale` samples from `low`.
  mutating func add(_ low: Double) {
    let width = max(1, scale)
    let center = low + 0.5 * scale
    let reach = filter.support * width
    let isArea = filter == .area
    let from = Int((isArea ? low : center - reach - 0.5).rounded(isArea ? .down : .up))
    let to = Int((isArea ? low + scale : center + reach - 0.5).rounded(isArea ? .up : .down))
    let last = max(from, isArea ? to - 1 : to)
    // Weights of samples beyond the axis are added to its outermost samples.
    let first = max(0, min(count - 1, from))
    let begin = weights.count
    weights += repeatElement(0, count: max(first, min(count - 1, last)) - first + 1)
    let end = weights.count - 1
    var total = 0.0
    for sample in from...last {
      let weight =
        isArea
        ? max(0, min(low + scale, Double(sample + 1)) - max(low, Double(sample)))
        : filter.weight(abs(Double(sample) + 0.5 - center) / width)
      weights[max(begin, min(end, begin + sample - first))] += weight
      total += weight
    }
    for index in begin...end {
      weights[index] /= total
      largest = max(largest, abs(weights[index]))
    }
    longest = max(longest, end - begin + 1)
    firsts.append(Int32(first))
    ends.append(weights.count)
  }

  /// Rounds the weights of an output position to whole numbers. The largest weight absorbs the
  /// rounding error, so that they add up to `sum`.
  func round(_ output: Int, sum: Int, into whole: inout [Int]) {
    whole.removeAll(keepingCapacity: true)
    var left = sum
    var largest = 0
    for index in ends[output]..<ends[output + 1] {
      let weight = Int((weights[index] * Double(sum)).rounded())
      if weight > (whole.isEmpty ? Int.min : whole[largest]) { largest = whole.count }
      whole.append(weight)
      left -= weight
    }
    whole[largest] += left
  }
}
