package import FileAccess
import PortableFoundation
import Synchronization

/// What a render took.
public struct RenderCost: Hashable, Sendable {
  /// Seconds from begin to end.
  public let seconds: Double
  /// The most memory that the process held, in bytes.
  public let peakBytes: Int
  /// Each stage, in the order of the data's way.
  public let stages: [StageCost]

  package init(_ clock: StageClock) {
    seconds = clock.seconds
    peakBytes = StageClock.peakBytes
    stages = clock.costs
  }
}

/// The stages of a render, in the order of the data's way.
public enum RenderStage: String, CaseIterable, Hashable, Sendable {
  /// Documents, fonts and pictures: read, decoded, prepared.
  case resolve
  /// The curve's events.
  case events
  /// The header's states after each event, and which of them the frames show.
  case states
  /// States to layers, texts set.
  case layers
  /// Layers to pixels.
  case paint
  /// The colours of a GIF's tables, chosen; which pixel gets which is part of the encoding.
  case quantise
  /// Pixels to bytes of a format.
  case encode
  /// Bytes to files.
  case write
  /// GIFs compared with their source frames, if asked for.
  case measure
}

/// What one stage of a render took.
public struct StageCost: Hashable, Sendable {
  /// Which one.
  public let stage: RenderStage
  /// Seconds, summed over the threads that worked on it; a thread that waits for rows of the frame before
  /// works on its own.
  public let seconds: Double
  /// The most memory that the process had ever held, in bytes, when the stage was last left.
  public let peakBytes: Int
}

/// Measures what the stages of a render take; may be used from several threads at once.
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

  /// The same for a stage that begins and ends within another, whose time goes on without it.
  package func measure(_ stage: RenderStage, within outer: RenderStage, _ work: () -> Void) {
    exclude(from: outer) { measure(stage, work) }
  }

  /// Does `work`, a wait within `stage`, and does not count it.
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
