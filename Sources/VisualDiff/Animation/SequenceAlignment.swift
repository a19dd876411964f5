/// The cheapest alignment of two sequences: the edit distance of Wagner and Fischer (1974) with
/// backpointers. Uses one byte of memory per pair.
///
/// A step pairs two elements, drops or inserts one, or joins several elements and pairs them with
/// one of the same duration, because an encoder may merge frames that another keeps separate.
struct SequenceAlignment {
  /// A step of the alignment. One of the ranges may be empty.
  struct Step: Hashable {
    var first: Range<Int>
    var second: Range<Int>
  }

  private(set) var steps: [Step] = []

  /// The cost of a dropped or inserted element, in the unit of the `cost` parameter.
  static let gap: Float = 60

  private enum Move: UInt8 { case pair, drop, insert, joinFirst, joinSecond }

  private let first: [Int]
  private let second: [Int]

  /// Computes the alignment.
  ///
  /// - Parameters:
  ///   - first: The duration of each element of the first sequence in any unit, used for joining.
  ///   - second: The durations of the second sequence in the same unit.
  ///   - slack: The maximum by which the duration of joined elements may exceed that of their
  ///     counterpart, in the same unit.
  ///   - cost: Returns the cost of pairing two elements by their indices: `pair` plus `alone` for
  ///     the first pair of an element, `pair` plus `joined` for each further element joined to it.
  ///     A `joined` of `nil` prevents joining.
  init(
    _ first: [Int], _ second: [Int], slack: Int = 0,
    cost: (_ row: Int, _ column: Int) -> (pair: Float, alone: Float, joined: Float?)
  ) {
    self.first = first
    self.second = second
    steps = trace(fillTable(slack, cost))
  }

  /// Returns the best move into each cell of the table, which has `first.count + 1` rows. Among
  /// equal costs, pairing is preferred over joining, and joining over dropping and inserting.
  private func fillTable(
    _ slack: Int, _ cost: (Int, Int) -> (pair: Float, alone: Float, joined: Float?)
  ) -> [Move] {
    let width = second.count + 1
    var moves = [Move](repeating: .drop, count: (first.count + 1) * width)
    for column in 0..<width { moves[column] = .insert }
    var previous = (0..<width).map { Float($0) * Self.gap }
    var current = previous
    // The duration of the elements joined so far, for each column.
    var firstJoined = [Int](repeating: 0, count: width)
    for (row, left) in first.enumerated() {
      current[0] = Float(row + 1) * Self.gap
      var secondJoined = 0
      for (column, right) in second.enumerated() {
        let cell = (row + 1) * width + column + 1
        let costs = cost(row, column)
        var best = previous[column] + costs.pair + costs.alone
        var move = Move.pair
        func take(_ cost: Float, _ other: Move) { if cost < best { (best, move) = (cost, other) } }
        if let joined = costs.joined {
          let (above, before) = (moves[cell - width], moves[cell - 1])
          if row > 0, above == .pair || above == .joinFirst,
            firstJoined[column + 1] + left <= right + slack
          {
            take(previous[column + 1] + costs.pair + joined, .joinFirst)
          }
          if column > 0, before == .pair || before == .joinSecond,
            secondJoined + right <= left + slack
          {
            take(current[column] + costs.pair + joined, .joinSecond)
          }
        }
        take(previous[column + 1] + Self.gap, .drop)
        take(current[column] + Self.gap, .insert)
        current[column + 1] = best
        moves[cell] = move
        firstJoined[column + 1] = (move == .joinFirst ? firstJoined[column + 1] : 0) + left
        secondJoined = (move == .joinSecond ? secondJoined : 0) + right
      }
      swap(&previous, &current)
    }
    return moves
  }

  /// Returns the steps of the cheapest path. Joined elements are one step.
  private func trace(_ moves: [Move]) -> [Step] {
    var steps: [Step] = []
    var (row, column) = (first.count, second.count)
    var end: (row: Int, column: Int)?
    while row > 0 || column > 0 {
      let last = end ?? (row, column)
      switch moves[row * (second.count + 1) + column] {
      case .pair:
        steps.append(Step(first: row - 1..<last.row, second: column - 1..<last.column))
        row -= 1
        column -= 1
        end = nil
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
