import PortableMath

extension SequenceAlignment {
  /// Pairs the runs of two timelines by their hashes, ties settled by presentation time. Only what lies
  /// between the first and the last disagreement is looked at.
  static func steps(_ first: [FrameRun], _ second: [FrameRun]) -> [Step] {
    func agree(_ left: FrameRun, _ right: FrameRun) -> Bool {
      left.hash == right.hash && left.start == right.start
    }
    func one(_ row: Int, _ column: Int) -> Step {
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
      // A changed frame costs less than one dropped and one inserted, so that frames at the same time
      // stay together; an equal frame at another time costs almost nothing.
      let (left, right) = (first[head + row], second[head + column])
      let isMoved = left.start != right.start
      return (left.hash == right.hash ? (isMoved ? 1 : 0) : (isMoved ? 105 : 100), 0, nil)
    }
    return (0..<head).map { one($0, $0) }
      + middle.steps.map { step in
        Step(
          first: step.first.lowerBound + head..<step.first.upperBound + head,
          second: step.second.lowerBound + head..<step.second.upperBound + head)
      }
      + (0..<tail).map { one(first.count - tail + $0, second.count - tail + $0) }
  }

  /// Pairs the runs of two quantised animations by the likeness of their pictures; nil where they
  /// have no signatures.
  ///
  /// What a pair costs depends on how much worse it is than the best pair of either frame, since the
  /// noise of quantisation and a change that lasts lie under all pairs.
  static func stepsByLikeness(_ first: [FrameRun], _ second: [FrameRun]) -> [Step]? {
    let signatures = (first.compactMap(\.signature), second.compactMap(\.signature))
    guard signatures.0.count == first.count, signatures.1.count == second.count else { return nil }
    let costs = Likeness.pairCosts(signatures.0, signatures.1)
    let (left, right) = (Likeness.times(first), Likeness.times(second))
    let elsewhen = Likeness.elsewhen / Float(max(first.count, second.count, 1))
    return SequenceAlignment(
      left.map(\.duration), right.map(\.duration), slack: Likeness.slack
    ) { row, column in
      let (one, other) = (left[row], right[column])
      let isAlike = costs[row * second.count + column] <= Likeness.joinedMost
      let isMoved = abs(one.start - other.start) > Likeness.slack
      let pair = costs[row * second.count + column] + (isMoved ? elsewhen : 0)
      let isRetimed = abs(one.duration - other.duration) > Likeness.slack
      return (pair, isRetimed ? Likeness.retimed : 0, isAlike ? Likeness.joined : nil)
    }.steps
  }
}

/// What pairs of runs cost by the likeness of their pictures. A changed frame costs less than one dropped and
/// one inserted, so that frames at the same time stay together.
private enum Likeness {
  static let changedMost: Float = 100
  /// At the reference distance; from there each doubling adds as much.
  static let changed: Float = 20
  static let retimed: Float = 2
  static let joined: Float = 10
  /// The most that a pair of joined runs may cost.
  static let joinedMost: Float = 30
  /// All pairs at other times together; settles ties.
  static let elsewhen: Float = 1

  /// The distance of a clear change: half of 8 x 8 pixels by 24 levels, in cells of as many pixels.
  private static let referenceDistance: Float = 288
  /// Pairs that are looked at, at most; of longer animations only those near the diagonal.
  private static let mostPairs = 250_000
  /// GIF rounds times to hundredths of a second; in microseconds.
  static let slack = 10_000

  /// When runs begin and how long they last, in microseconds.
  static func times(_ runs: [FrameRun]) -> [(start: Int, duration: Int)] {
    runs.map { run in
      (
        run.start.rounded(toUnitsPerSecond: 1_000_000),
        run.duration.rounded(toUnitsPerSecond: 1_000_000)
      )
    }
  }

  /// The cost of each pair, row by row; infinite far from the diagonal of long animations.
  static func pairCosts(_ first: [FrameSignature], _ second: [FrameSignature]) -> [Float] {
    var distances = [Float](repeating: .infinity, count: first.count * second.count)
    var bestOfFirst = [Float](repeating: .infinity, count: first.count)
    var bestOfSecond = [Float](repeating: .infinity, count: second.count)
    let longest = max(first.count, second.count, 1)
    let band =
      first.count * second.count <= mostPairs
      ? longest : mostPairs / longest / 2 + abs(first.count - second.count)
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

  /// The binary logarithm, linear between powers of two.
  private static func cost(_ excess: Float) -> Float {
    guard excess.isFinite else { return changedMost }
    let ratio = 1 + excess / referenceDistance
    let logarithm = Float(ratio.exponent) + ratio.significand - 1
    return min(changedMost, changed * logarithm)
  }
}
