/// Pairs the runs of two timelines by their hashes: the cheapest edit of one sequence into the other, a longest
/// common subsequence whose ties are settled by presentation time.
struct FrameAlignment {
  /// One step; either index may be missing, never both.
  struct Step: Hashable {
    let first: Int?
    let second: Int?
  }

  /// In presentation order.
  let steps: [Step]

  /// What a step costs. A changed frame costs less than one dropped and one inserted, so that
  /// frames at the same time stay together; an equal frame at another time costs almost nothing.
  private enum Cost {
    static let laterOrEarlier: Int32 = 1
    static let gap: Int32 = 60
    static let changed: Int32 = 100
    static let changedElsewhen: Int32 = 105
  }

  /// Two timelines' runs; memory is a byte for each pair of runs between the first and the last
  /// disagreement.
  init(_ first: [FrameRun], _ second: [FrameRun]) {
    var head = 0
    while head < min(first.count, second.count), FrameAlignment.agree(first[head], second[head]) {
      head += 1
    }
    var tail = 0
    while tail < min(first.count, second.count) - head,
      FrameAlignment.agree(first[first.count - 1 - tail], second[second.count - 1 - tail])
    {
      tail += 1
    }
    var steps = (0..<head).map { Step(first: $0, second: $0) }
    let middle = FrameAlignment.steps(
      first[head..<first.count - tail], second[head..<second.count - tail])
    steps.append(contentsOf: middle)
    for index in stride(from: tail, to: 0, by: -1) {
      steps.append(Step(first: first.count - index, second: second.count - index))
    }
    self.steps = steps
  }

  /// Same picture at the same time.
  private static func agree(_ left: FrameRun, _ right: FrameRun) -> Bool {
    left.hash == right.hash && left.start == right.start
  }

  private static func cost(_ left: FrameRun, _ right: FrameRun) -> Int32 {
    if left.hash == right.hash { return left.start == right.start ? 0 : Cost.laterOrEarlier }
    return left.start == right.start ? Cost.changed : Cost.changedElsewhen
  }

  /// The edit distance of Wagner and Fischer (1974) with backpointers.
  private static func steps(
    _ first: ArraySlice<FrameRun>, _ second: ArraySlice<FrameRun>
  ) -> [Step] {
    let width = second.count + 1
    // 0: both, 1: the first alone, 2: the second alone.
    var backpointers = [UInt8](repeating: 1, count: (first.count + 1) * width)
    for column in 0..<width { backpointers[column] = 2 }
    var previous = (0..<width).map { Int32($0) * Cost.gap }
    var current = previous
    for (row, left) in first.enumerated() {
      current[0] = Int32(row + 1) * Cost.gap
      for (column, right) in second.enumerated() {
        let both = previous[column] + cost(left, right)
        let dropped = previous[column + 1] + Cost.gap
        let inserted = current[column] + Cost.gap
        let best = min(both, dropped, inserted)
        current[column + 1] = best
        backpointers[(row + 1) * width + column + 1] = best == both ? 0 : best == dropped ? 1 : 2
      }
      swap(&previous, &current)
    }
    var steps: [Step] = []
    var row = first.count
    var column = second.count
    while row > 0 || column > 0 {
      let pointer = backpointers[row * width + column]
      if pointer != 2 { row -= 1 }
      if pointer != 1 { column -= 1 }
      steps.append(
        Step(
          first: pointer == 2 ? nil : first.startIndex + row,
          second: pointer == 1 ? nil : second.startIndex + column))
    }
    return steps.reversed()
  }
}
