import PortableMath

/// Pairs the runs of two quantised animations by the likeness of their pictures: the cheapest edit
/// of one sequence into the other.
///
/// What a pair costs depends on how much worse it is than the best pair of either frame, since the
/// noise of quantisation and a change that lasts lie under all pairs. A step pairs one run with
/// one, drops or inserts one, or pairs several runs with one that lasts as long: an encoder may
/// show frames as one that another keeps apart.
struct SimilarityAlignment {
  /// One step; either range may be empty, never both.
  struct Step: Hashable {
    var first: Range<Int>
    var second: Range<Int>
  }

  /// In presentation order.
  private(set) var steps: [Step] = []

  /// Costs of steps. A changed frame costs less than one dropped and one inserted, so that frames
  /// at the same time stay together.
  private enum Cost {
    static let gap: Float = 60
    static let changedMost: Float = 100
    /// At the reference distance; from there each doubling adds as much.
    static let changed: Float = 20
    static let retimed: Float = 2
    static let joined: Float = 10
    /// The most that a pair of joined runs may cost.
    static let joinedMost: Float = 30
    /// All pairs at other times together; settles ties.
    static let elsewhen: Float = 1
  }

  /// The distance of a clear change: half of 8 x 8 pixels by 24 levels, in cells of as many pixels.
  private static let referenceDistance: Float = 288
  /// Pairs that are looked at, at most; of longer animations only those near the diagonal.
  private static let mostPairs = 250_000
  /// GIF rounds times to hundredths of a second; in microseconds.
  private static let slack = 10_000

  /// How a cell of the table is reached.
  private enum Move: UInt8 {
    case pair, drop, insert, joinFirst, joinSecond
  }

  /// A run as the alignment sees it: times in microseconds.
  private struct Entry {
    let signature: FrameSignature
    let start: Int
    let duration: Int

    init(_ run: FrameRun, _ signature: FrameSignature) {
      self.signature = signature
      start = run.start.rounded(toUnitsPerSecond: 1_000_000)
      duration = run.duration.rounded(toUnitsPerSecond: 1_000_000)
    }
  }

  private let first: [Entry]
  private let second: [Entry]

  /// Runs with their signatures.
  init(
    _ first: [(run: FrameRun, signature: FrameSignature)],
    _ second: [(run: FrameRun, signature: FrameSignature)]
  ) {
    self.first = first.map(Entry.init)
    self.second = second.map(Entry.init)
    let moves = fillTable(costs: pairCosts())
    steps = trace(moves)
  }

  /// The cost of each pair, row by row; infinite far from the diagonal of long animations.
  private func pairCosts() -> [Float] {
    var distances = [Float](repeating: .infinity, count: first.count * second.count)
    var bestOfFirst = [Float](repeating: .infinity, count: first.count)
    var bestOfSecond = [Float](repeating: .infinity, count: second.count)
    let longest = max(first.count, second.count, 1)
    let band =
      first.count * second.count <= SimilarityAlignment.mostPairs
      ? longest
      : SimilarityAlignment.mostPairs / longest / 2 + abs(first.count - second.count)
    for row in first.indices {
      let columns = max(0, row - band)..<max(0, min(second.count, row + band + 1))
      for column in columns {
        let distance = first[row].signature.distance(to: second[column].signature)
        distances[row * second.count + column] = distance
        bestOfFirst[row] = min(bestOfFirst[row], distance)
        bestOfSecond[column] = min(bestOfSecond[column], distance)
      }
    }
    for row in first.indices {
      for column in second.indices {
        let index = row * second.count + column
        let excess = distances[index] - min(bestOfFirst[row], bestOfSecond[column])
        distances[index] = SimilarityAlignment.cost(excess)
      }
    }
    return distances
  }

  /// The binary logarithm, linear between powers of two.
  private static func cost(_ excess: Float) -> Float {
    guard excess.isFinite else { return Cost.changedMost }
    let ratio = 1 + excess / referenceDistance
    let logarithm = Float(ratio.exponent) + ratio.significand - 1
    return min(Cost.changedMost, Cost.changed * logarithm)
  }

  /// The edit distance of Wagner and Fischer (1974) with backpointers: the best move into each cell
  /// of the table of first.count + 1 rows.
  private func fillTable(costs: [Float]) -> [Move] {
    let width = second.count + 1
    let elsewhen = Cost.elsewhen / Float(max(first.count, second.count, 1))
    var moves = [Move](repeating: .drop, count: (first.count + 1) * width)
    for column in 0..<width { moves[column] = .insert }
    var previous = (0..<width).map { Float($0) * Cost.gap }
    var current = previous
    // How long the runs last that are paired with the run of the other side, for each cell.
    var firstJoined = [Int](repeating: 0, count: width)
    for row in first.indices {
      current[0] = Float(row + 1) * Cost.gap
      var secondJoined = 0
      for column in second.indices {
        let (left, right) = (first[row], second[column])
        let cell = (row + 1) * width + column + 1
        var pair = costs[row * second.count + column]
        let isAlike = pair <= Cost.joinedMost
        if abs(left.start - right.start) > SimilarityAlignment.slack { pair += elsewhen }
        let isRetimed = abs(left.duration - right.duration) > SimilarityAlignment.slack
        var best = previous[column] + pair + (isRetimed ? Cost.retimed : 0)
        var move = Move.pair
        func take(_ cost: Float, _ other: Move) {
          if cost < best { (best, move) = (cost, other) }
        }
        let above = moves[cell - width]
        if isAlike, row > 0, above == .pair || above == .joinFirst,
          firstJoined[column + 1] + left.duration <= right.duration + SimilarityAlignment.slack
        {
          take(previous[column + 1] + pair + Cost.joined, .joinFirst)
        }
        let before = moves[cell - 1]
        if isAlike, column > 0, before == .pair || before == .joinSecond,
          secondJoined + right.duration <= left.duration + SimilarityAlignment.slack
        {
          take(current[column] + pair + Cost.joined, .joinSecond)
        }
        take(previous[column + 1] + Cost.gap, .drop)
        take(current[column] + Cost.gap, .insert)
        current[column + 1] = best
        moves[cell] = move
        firstJoined[column + 1] =
          (move == .joinFirst ? firstJoined[column + 1] : 0) + left.duration
        secondJoined = (move == .joinSecond ? secondJoined : 0) + right.duration
      }
      swap(&previous, &current)
    }
    return moves
  }

  /// The cheapest way through the table, joined runs as one step.
  private func trace(_ moves: [Move]) -> [Step] {
    var steps: [Step] = []
    var (row, column) = (first.count, second.count)
    var end: (row: Int, column: Int)?
    while row > 0 || column > 0 {
      let last = end ?? (row, column)
      switch moves[row * (second.count + 1) + column] {
      case .pair:
        steps.append(Step(first: row - 1..<last.row, second: column - 1..<last.column))
        (row, column, end) = (row - 1, column - 1, nil)
      case .joinFirst: (row, end) = (row - 1, last)
      case .joinSecond: (column, end) = (column - 1, last)
      case .drop:
        steps.append(Step(first: row - 1..<row, second: column..<column))
        row -= 1
      case .insert:
        steps.append(Step(first: row..<row, second: column - 1..<column))
        column -= 1
      }
    }
    return steps.reversed()
  }
}
