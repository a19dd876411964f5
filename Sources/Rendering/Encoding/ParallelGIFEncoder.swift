import CodecInterface
import Foundation
import GIF
import Numerics
import Raster
import Synchronization

/// Encodes the segments of a GIF on several threads. The bytes do not depend on their number.
struct ParallelGIFEncoder: AnimationEncoder {
  private typealias Encoded = Result<GIFSegment.Encoded, CodecError>

  private var encoder: GIFEncoder
  private let clock: StageClock
  /// Nil: each segment is encoded where its last frame comes in.
  private let workers: OrderedWorkers<Encoded>?

  /// Throws what `GIFEncoder` throws for its size and options.
  ///
  /// - Parameters:
  ///   - jobs: segments that are encoded at a time, 1...
  ///   - clock: measures what threads of ours do as `.encode`; the caller measures `append` and
  ///     `finish`. The selection of palettes counts as a stage within.
  init(
    size: PixelSize, options: GIFOptions, jobs: Int, clock: StageClock
  ) throws(CodecError) {
    encoder = try GIFEncoder(size: size, options: options)
    encoder.aroundPaletteSelection = { clock.measure(.quantise, within: .encode, $0) }
    self.clock = clock
    workers = jobs > 1 ? OrderedWorkers(jobs: jobs) : nil
  }

  mutating func append(_ frame: Pixmap, duration: RationalTime) throws(CodecError) -> [UInt8] {
    guard let segment = try encoder.collect(frame, duration: duration) else { return [] }
    return try write(segment)
  }

  mutating func finish() throws(CodecError) -> [UInt8] { try finish(recording: nil) }

  mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    var bytes = try write(encoder.collectLast())
    if let workers {
      bytes += try write(clock.exclude(from: .encode) { workers.finish() })
    }
    return try bytes + encoder.writeEnd(recording: frames)
  }

  /// Has `segment` encoded; returns the bytes of those that are ready.
  private mutating func write(_ segment: GIFSegment) throws(CodecError) -> [UInt8] {
    guard let workers else { return try encoder.write(segment.encode()) }
    let clock = clock
    return try write(
      clock.exclude(from: .encode) {
        workers.begin {
          clock.measure(.encode) {
            Encoded { () throws(CodecError) in try segment.encode() }
          }
        }
      })
  }

  private mutating func write(_ segments: [Encoded]) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    for segment in segments { bytes += try encoder.write(segment.get()) }
    return bytes
  }
}

/// Does pieces of work on threads of its own and hands the results on in order.
///
/// Not on Swift's own threads: whoever waits for a result may occupy the last of them.
final class OrderedWorkers<Output: Sendable> {
  private final class Piece: Sendable {
    let isDone = DispatchSemaphore(value: 0)
    let output = Mutex<Output?>(nil)

    /// Waits until it is done.
    func wait() -> Output? {
      isDone.wait()
      return output.withLock { $0 }
    }
  }

  private let jobs: Int
  private let idle: DispatchSemaphore
  /// Begun and not yet handed on, in order.
  private var pieces: [Piece] = []

  /// At most `jobs` pieces are worked on at a time, and one more waits.
  init(jobs: Int) {
    self.jobs = jobs
    idle = DispatchSemaphore(value: jobs)
  }

  /// Begins `work`; returns the results that are ready and next in order. Waits for the first one
  /// where as many are under way as may be.
  func begin(_ work: @escaping @Sendable () -> Output) -> [Output] {
    let piece = Piece()
    let idle = idle
    Thread.detachNewThread {
      idle.wait()
      let output = work()
      idle.signal()
      piece.output.withLock { $0 = output }
      piece.isDone.signal()
    }
    pieces.append(piece)
    return take(whileMoreThan: jobs)
  }

  /// Waits for all results that remain.
  func finish() -> [Output] { take(whileMoreThan: 0) }

  private func take(whileMoreThan most: Int) -> [Output] {
    var outputs: [Output] = []
    while let first = pieces.first {
      if pieces.count <= most, first.output.withLock({ $0 == nil }) { break }
      if let output = first.wait() { outputs.append(output) }
      pieces.removeFirst()
    }
    return outputs
  }
}
