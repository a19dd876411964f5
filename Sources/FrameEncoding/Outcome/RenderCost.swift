package import FileAccess
import PortableFoundation
import Synchronization

/// The time and memory used by a render.
public struct RenderCost: Hashable, Sendable {
  /// The elapsed time in seconds.
  public let seconds: Double
  /// The peak memory of the process in bytes.
  public let peakBytes: Int
  /// The cost of each stage, in pipeline order.
  public let stages: [StageCost]

  package init(_ clock: StageClock) {
    seconds = clock.seconds
    peakBytes = StageClock.peakBytes
    stages = clock.costs
  }
}

/// The stages of a render in pipeline order.
public enum RenderStage: String, CaseIterable, Hashable, Sendable {
  /// Reads, decodes and prepares documents, fonts and pictures.
  case resolve
  /// Computes the events of the curve.
  case events
  /// Computes the header's state after each event, and the states shown by the frames.
  case states
  /// Converts states to layers and typesets their texts.
  case layers
  /// Rasterizes layers.
  case paint
  /// Chooses the colors of a GIF's palettes. The assignment of pixels to colors is part of
  /// `encode`.
  case quantize
  /// Encodes pixels in a file format.
  case encode
  /// Writes bytes to files.
  case write
  /// Compares GIFs with their source frames, if requested.
  case measure
}

/// The time and memory used by one stage of a render.
public struct StageCost: Hashable, Sendable {
  /// The measured stage.
  public let stage: RenderStage
  /// The time in seconds, summed over all threads. Includes the time in which a thread waits for
  /// rows of the previous frame.
  public let seconds: Double
  /// The peak memory of the process in bytes when the stage last ended.
  public let peakBytes: Int
}

/// Measures the stages of a render. Safe to use from several threads.
package final class StageClock: Sendable {
  private let start = ContinuousClock.now
  private let sums = Mutex<[RenderStage: (time: Duration, peakBytes: Int)]>([:])

  package init() {}

  package func measure<Result, Failure: Error>(
    _ stage: RenderStage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let begun = ContinuousClock.now
    defer {
      let time = ContinuousClock.now - begun
      let peak = StageClock.peakBytes
      sums.withLock { $0[stage] = (($0[stage]?.time ?? .zero) + time, peak) }
    }
    return try work()
  }

  package func measure<Result>(
    _ stage: RenderStage, of work: @autoclosure () throws(HeaderKitError) -> Result
  ) throws(HeaderKitError) -> Result {
    try measure(stage, work)
  }

  /// Measures a stage nested in `outer` and excludes its time from `outer`.
  package func measure(_ stage: RenderStage, within outer: RenderStage, _ work: () -> Void) {
    exclude(from: outer) { measure(stage, work) }
  }

  /// Performs `work`, such as a wait, and excludes its time from `stage`.
  package func exclude<Result>(from stage: RenderStage, _ work: () -> Result) -> Result {
    let begun = ContinuousClock.now
    let result = work()
    let time = ContinuousClock.now - begun
    sums.withLock { $0[stage, default: (.zero, 0)].time -= time }
    return result
  }

  package var costs: [StageCost] {
    let sums = sums.withLock { $0 }
    return RenderStage.allCases.map { stage in
      let sum = sums[stage] ?? (.zero, 0)
      return StageCost(stage: stage, seconds: sum.time / .seconds(1), peakBytes: sum.peakBytes)
    }
  }

  package var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

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
