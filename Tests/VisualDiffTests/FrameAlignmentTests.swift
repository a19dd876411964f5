import PortableMath
import TestSupport
import Testing

@testable import VisualDiff

/// The alignment of two animations' frames compared with all possible alignments.
@Suite struct FrameAlignmentTests {
  /// Returns runs with a few different pictures and durations.
  private func runs(_ random: inout SeededRandom) -> [FrameRun] {
    var frames: [(hash: PixelHash, duration: RationalTime)] = []
    var last: UInt64 = 9
    for _ in 0..<random.number(in: 0...5) {
      var hash = UInt64(random.number(below: 4))
      if hash == last { hash = (hash + 1) % 4 }
      frames.append((PixelHash(value: hash), hundredths(random.number(in: 1...2))))
      last = hash
    }
    return Timeline(frames: frames).runs
  }

  /// Returns the cost of a step. Pairing different pictures costs less than dropping both; pairing
  /// equal ones with different times costs almost nothing.
  private func cost(_ left: FrameRun?, _ right: FrameRun?) -> Int {
    guard let left, let right else { return 60 }
    if left.hash == right.hash { return left.start == right.start ? 0 : 1 }
    return left.start == right.start ? 100 : 105
  }

  private func least(_ first: ArraySlice<FrameRun>, _ second: ArraySlice<FrameRun>) -> Int {
    guard let left = first.first else { return 60 * second.count }
    guard let right = second.first else { return 60 * first.count }
    return min(
      cost(left, right) + least(first.dropFirst(), second.dropFirst()),
      60 + least(first.dropFirst(), second), 60 + least(first, second.dropFirst()))
  }

  @Test(arguments: 0..<150) func findsCheapestAlignment(seed: Int) {
    var random = SeededRandom(seed)
    let (first, second) = (runs(&random), runs(&random))
    let steps = SequenceAlignment.steps(first, second)
    // Each run occurs once, in order.
    #expect(steps.flatMap { Array($0.first) } == Array(first.indices), "seed \(seed)")
    #expect(steps.flatMap { Array($0.second) } == Array(second.indices), "seed \(seed)")
    let found = steps.reduce(0) { sum, step in
      sum + cost(step.first.first.map { first[$0] }, step.second.first.map { second[$0] })
    }
    #expect(found == least(first[...], second[...]), "seed \(seed)")
  }

  /// Exchanging the animations exchanges dropped and inserted frames and keeps changed ones.
  @Test(arguments: 0..<60) func reversedAlignmentHasTheSameCost(seed: Int) {
    var random = SeededRandom(seed)
    let (first, second) = (runs(&random), runs(&random))
    func cost(_ first: [FrameRun], _ second: [FrameRun]) -> Int {
      SequenceAlignment.steps(first, second).reduce(0) { sum, step in
        sum + self.cost(step.first.first.map { first[$0] }, step.second.first.map { second[$0] })
      }
    }
    #expect(cost(first, second) == cost(second, first), "seed \(seed)")
  }

  @Test(arguments: 0..<30) func runsJoinEqualNeighbors(seed: Int) {
    var random = SeededRandom(seed)
    let frames = (0..<random.number(in: 0...12)).map { _ in
      (
        hash: PixelHash(value: UInt64(random.number(below: 3))),
        duration: hundredths(random.number(in: 0...3))
      )
    }
    let timeline = Timeline(frames: frames)
    let runs = timeline.runs
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.hash != $1.hash }, "seed \(seed)")
    #expect(runs.flatMap { Array($0.frames) } == Array(frames.indices), "seed \(seed)")
    for run in runs {
      #expect(run.frames.allSatisfy { frames[$0].hash == run.hash })
      #expect(run.start == timeline.frames[run.frames.lowerBound].start)
    }
    let total = frames.reduce(RationalTime.zero) { $0 + $1.duration }
    #expect(timeline.duration == total, "seed \(seed)")
    #expect(runs.reduce(RationalTime.zero) { $0 + $1.duration } == total, "seed \(seed)")
  }

  /// The times of two runs determine the kind of difference.
  @Test(arguments: [
    (0, 4, 1, 0, 4, 1, "same"), (0, 4, 1, 2, 4, 1, "shifted"), (0, 4, 1, 0, 8, 1, "retimed"),
    (0, 4, 1, 0, 8, 2, "repeated"), (2, 4, 1, 0, 8, 2, "repeated"), (0, 4, 1, 1, 4, 1, "same"),
    (0, 4, 1, 0, 5, 2, "same"), (0, 6, 3, 0, 4, 1, "repeated"),
  ])
  func timingsOfRunsAreDistinguished(
    start: Int, length: Int, count: Int, other: Int, otherLength: Int, otherCount: Int, kind: String
  ) {
    func run(_ start: Int, _ length: Int, _ count: Int) -> FrameRun {
      FrameRun(
        frames: 0...count - 1, hash: PixelHash(value: 1), start: hundredths(start),
        duration: hundredths(length))
    }
    let (first, second) = (run(start, length, count), run(other, otherLength, otherCount))
    let timing = TimingPolicy.within(hundredths(1)).timing(first, second)
    let found =
      switch timing {
      case nil: "same"
      case .shifted: "shifted"
      case .retimed: "retimed"
      case .repeated: "repeated"
      }
    #expect(found == kind)
    #expect(TimingPolicy.ignored.timing(first, second) == nil)
  }
}
