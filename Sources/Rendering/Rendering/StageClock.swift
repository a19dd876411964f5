import Files
import Foundation
import Synchronization

/// Measures what the stages of a render take; may be used from several threads at once.
package final class StageClock: Sendable {
  private struct Sum {
    var time = Duration.zero
    var peakBytes = 0
  }

  private let start = ContinuousClock.now
  private let sums = Mutex<[RenderStage: Sum]>([:])

  /// Starts now.
  package init() {}

  /// Does `work` and counts it as part of `stage`.
  package func measure<Result, Failure: Error>(
    _ stage: RenderStage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let begun = ContinuousClock.now
    defer {
      let time = ContinuousClock.now - begun
      let peak = StageClock.peakBytes
      sums.withLock { sums in
        sums[stage, default: Sum()].time += time
        sums[stage, default: Sum()].peakBytes = peak
      }
    }
    return try work()
  }

  /// The same for a stage that begins and ends within another, whose time goes on without it.
  package func measure(_ stage: RenderStage, within outer: RenderStage, _ work: () -> Void) {
    let begun = ContinuousClock.now
    measure(stage, work)
    let time = ContinuousClock.now - begun
    sums.withLock { $0[outer, default: Sum()].time -= time }
  }

  /// Every stage, also those that took nothing.
  package var costs: [StageCost] {
    let sums = sums.withLock { $0 }
    return RenderStage.allCases.map { stage in
      let sum = sums[stage] ?? Sum()
      return StageCost(stage: stage, seconds: sum.time / .seconds(1), peakBytes: sum.peakBytes)
    }
  }

  /// Seconds since the clock was made.
  package var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The most memory that the process has held so far.
  package static var peakBytes: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
