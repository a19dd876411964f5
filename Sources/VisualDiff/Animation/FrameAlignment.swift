import PortableMath

extension SequenceAlignment {
  /// Aligns the runs of two timelines by their hashes. Presentation times break ties. Only the part
  /// between the first and the last difference is aligned.
  static func steps(_ first: [FrameRun], _ second: [FrameRun]) -> [Step] {
    func agree(_ left: FrameRun, _ right: FrameRun) -> Bool {
      left.hash == right.hash && left.start == right.start
    }
    func pair(_ row: Int, _ column: Int) -> Step {
      Step(first: row..<row + 1, second: column..<column + 1)
    }
    let shorter = min(first.count, second.count)
    let head = zip(first, second).prefix { agree($0.0, $0.1) }.count
    let tail = min(
      shorter - head, zip(first.reversed(), second.reversed()).prefix { agree($0.0, $0.1) }.count)
    let middle = SequenceAlignment(
      [Int](repeating: 0, count: first.count - head - tail),
      [Int](repeating: 0, count: second.count - head - tail)
    ) { row, column in
      // A changed frame costs less than a dropped and an inserted one, so that frames with the same
      // time stay paired. An equal frame with another time costs almost nothing.
      let (left, right) = (first[head + row], second[head + column])
      let isMoved = left.start != right.start
      return (left.hash == right.hash ? (isMoved ? 1 : 0) : (isMoved ? 105 : 100), 0, nil)
    }
    return (0..<head).map { pair($0, $0) }
      + middle.steps.map { step in
        Step(
          first: step.first.lowerBound + head..<step.first.upperBound + head,
          second: step.second.lowerBound + head..<step.second.upperBound + head)
      }
      + (0..<tail).map { pair(first.count - tail + $0, second.count - tail + $0) }
  }

  /// Aligns the runs of two quantized animations by visual similarity. Returns `nil` if they have
  /// no signatures.
  ///
  /// The cost of a pair is relative to the best pair of either frame, because quantization noise
  /// and lasting changes affect all pairs.
  static func stepsBySimilarity(_ first: [FrameRun], _ second: [FrameRun]) -> [Step]? {
    let signatures = (first.compactMap(\.signature), second.compactMap(\.signature))
    guard signatures.0.count == first.count, signatures.1.count == second.count else { return nil }
    let costs = SimilarityCost.pairCosts(signatures.0, signatures.1)
    let (left, right) = (SimilarityCost.times(first), SimilarityCost.times(second))
    let otherTimes = SimilarityCost.otherTimes / Float(max(first.count, second.count, 1))
    return SequenceAlignment(
      left.map(\.duration), right.map(\.duration), slack: SimilarityCost.slack
    ) { row, column in
      let (one, other) = (left[row], right[column])
      let isSimilar = costs[row * second.count + column] <= SimilarityCost.maximumJoined
      let isMoved = abs(one.start - other.start) > SimilarityCost.slack
      let pair = costs[row * second.count + column] + (isMoved ? otherTimes : 0)
      let isRetimed = abs(one.duration - other.duration) > SimilarityCost.slack
      return (pair, isRetimed ? SimilarityCost.retimed : 0, isSimilar ? SimilarityCost.joined : nil)
    }.steps
  }
}

/// The costs of pairs of runs by visual similarity. A changed frame costs less than a dropped and
/// an inserted one, so that frames with the same time stay paired.
private enum SimilarityCost {
  static let maximumChanged: Float = 100
  /// The cost at the reference distance. Each doubling of the distance adds it again.
  static let changed: Float = 20
  static let retimed: Float = 2
  static let joined: Float = 10
  /// The maximum cost of a pair in a joined run.
  static let maximumJoined: Float = 30
  /// The total cost of different times over all pairs. It only breaks ties.
  static let otherTimes: Float = 1

  /// The distance of a clear change: half of 8 x 8 pixels by 24 levels, in cells of 8 x 8 pixels.
  private static let referenceDistance: Float = 288
  /// The maximum number of pairs that are compared. In longer animations only those near the
  /// diagonal are.
  private static let maximumPairs = 250_000
  /// The tolerance in microseconds, because GIF rounds times to hundredths of a second.
  static let slack = 10_000

  /// Returns the start times and durations of runs in microseconds.
  static func times(_ runs: [FrameRun]) -> [(start: Int, duration: Int)] {
    runs.map { run in
      (
        run.start.rounded(toUnitsPerSecond: 1_000_000),
        run.duration.rounded(toUnitsPerSecond: 1_000_000)
      )
    }
  }

  /// Returns the cost of each pair in row-major order. Pairs far from the diagonal of long
  /// animations have the maximum cost.
  static func pairCosts(_ first: [FrameSignature], _ second: [FrameSignature]) -> [Float] {
    var distances = [Float](repeating: .infinity, count: first.count * second.count)
    var bestOfFirst = [Float](repeating: .infinity, count: first.count)
    var bestOfSecond = [Float](repeating: .infinity, count: second.count)
    let longest = max(first.count, second.count, 1)
    let band =
      first.count * second.count <= maximumPairs
      ? longest : maximumPairs / longest / 2 + abs(first.count - second.count)
    for row in first.indices {
      let columns = max(0, row - band)..<max(0, min(second.count, row + band + 1))
      for column in columns {
        let distance = first[row].distance(to: second[column])
        distances[row * second.count + column] = distance
        bestOfFirst[row] = min(bestOfFirst[row], distance)
        bestOfSecond[column] = min(bestOfSecond[column], distance)
      }
    }
    for row in first.indices {
      for column in second.indices {
        let index = row * second.count + column
        let excess = distances[index] - min(bestOfFirst[row], bestOfSecond[column])
        distances[index] = cost(excess)
      }
    }
    return distances
  }

  /// Returns the cost of a distance. Uses the binary logarithm, interpolated linearly between
  /// powers of two.
  private static func cost(_ excess: Float) -> Float {
    guard excess.isFinite else { return maximumChanged }
    let ratio = 1 + excess / referenceDistance
    let logarithm = Float(ratio.exponent) + ratio.significand - 1
    return min(maximumChanged, changed * logarithm)
  }
}
