/// The weights of all output positions in double precision, one after the other.
struct ExactWeights {
  let count: Int
  let filter: ResizeFilter
  let scale: Double
  /// First sample of each output position.
  private(set) var firsts: [Int32] = []
  /// The largest share of a single sample, and the most samples an output position has.
  private(set) var largest = 0.0
  private(set) var longest = 1
  private var weights: [Double] = []
  private var ends: [Int] = [0]

  init(count: Int, filter: ResizeFilter, scale: Double) {
    self.count = count
    self.filter = filter
    self.scale = scale
  }

  /// Adds the output position that spans `scale` samples from `low` on.
  mutating func add(_ low: Double) {
    let width = max(1, scale)
    let center = low + 0.5 * scale
    let reach = filter.support * width
    let isArea = filter == .area
    let from = Int((isArea ? low : center - reach - 0.5).rounded(isArea ? .down : .up))
    let to = Int((isArea ? low + scale : center + reach - 0.5).rounded(isArea ? .up : .down))
    let last = max(from, isArea ? to - 1 : to)
    // Samples beyond the axis count for its ends.
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

  /// Weights of an output position as whole numbers that add up to `sum`; the largest takes what
  /// rounding leaves over.
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
