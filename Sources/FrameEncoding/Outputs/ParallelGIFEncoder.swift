import CodecInterface
import FileAccess
import GIF
import PortableMath
import Raster

/// Encodes a GIF on several threads. The bytes do not depend on their number.
///
/// Segments are planned side by side. Behind them frames are written as a wave: each a few rows behind the
/// one before, whose canvas it is written over.
struct ParallelGIFEncoder: AnimationEncoder {
  private typealias Plan = Promise<Result<PlannedFrame, CodecError>>
  /// Nil for a segment that was planned.
  private typealias Image = Result<GIFImage?, CodecError>

  private var encoder: GIFEncoder
  private let clock: StageClock
  private let jobs: Int
  /// Nil: everything is done where frames come in.
  private let workers: OrderedWorkers<Image>?
  /// Segments whose frames are not begun yet, in order.
  private var planning: [[Plan]] = []
  /// What is shown behind the last frame that was begun.
  private var shown: ShownCanvas

  /// Throws what `GIFEncoder` throws for its size and options.
  ///
  /// - Parameters:
  ///   - jobs: segments and frames that are worked on at a time, 1...
  ///   - clock: measures what threads of ours do as `.encode`; the caller measures `append` and
  ///     `finish`. The selection of palettes counts as a stage within.
  init(size: PixelSize, options: GIFOptions, jobs: Int, clock: StageClock) throws(CodecError) {
    encoder = try GIFEncoder(size: size, options: options) {
      clock.measure(.quantise, within: .encode, $0)
    }
    (self.clock, self.jobs) = (clock, jobs)
    // A segment's frames may wait while those of the next one come in.
    workers = jobs > 1 ? OrderedWorkers(jobs: jobs, waiting: encoder.framesPerSegment) : nil
    shown = .clear(size)
  }

  mutating func append(_ frame: Pixmap, duration: RationalTime) throws(CodecError) -> [UInt8] {
    guard let workers else { return try encoder.append(frame, duration: duration) }
    guard let segment = try encoder.collect(frame, duration: duration) else { return [] }
    return try begin(segment, on: workers)
  }

  mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8] {
    guard let workers else { return try encoder.finish(recording: frames) }
    var bytes = try begin(encoder.collectLast(), on: workers)
    while !planning.isEmpty { bytes += try beginFrames(on: workers) }
    while let image = clock.exclude(from: .encode, { workers.next() }) {
      bytes += try write([image])
    }
    return try bytes + encoder.writeEnd(recording: frames)
  }

  /// Has `segment` planned, and once as many are planned as there are threads, the frames of the first of
  /// them written; returns the bytes of the images that are ready.
  private mutating func begin(
    _ segment: GIFSegment, on workers: OrderedWorkers<Image>
  ) throws(CodecError) -> [UInt8] {
    let plans = (0..<segment.count).map { _ in Plan() }
    planning.append(plans)
    let clock = clock
    let ready = clock.exclude(from: .encode) {
      workers.begin {
        clock.measure(.encode) { Self.plan(segment, plans) }
        return .success(nil)
      }
    }
    let bytes = try write(ready)
    return planning.count < jobs ? bytes : try bytes + beginFrames(on: workers)
  }

  /// Plans each frame as soon as may be; an error stands for all that remain.
  private static func plan(_ segment: GIFSegment, _ plans: [Plan]) {
    var planned = 0
    do throws(CodecError) {
      try segment.plan { frame in
        plans[planned].fulfil(.success(frame))
        planned += 1
      }
    } catch {
      for plan in plans[planned...] { plan.fulfil(.failure(error)) }
    }
  }

  /// Has the frames of the first segment of `planning` written.
  private mutating func beginFrames(
    on workers: OrderedWorkers<Image>
  ) throws(CodecError) -> [UInt8] {
    let plans = planning.removeFirst()
    let clock = clock
    var bytes: [UInt8] = []
    for plan in plans {
      let before = shown
      let canvas = ShownCanvas(size: before.size)
      shown = canvas
      let ready = clock.exclude(from: .encode) {
        workers.begin {
          switch plan.value {
          case .success(let frame):
            return .success(clock.measure(.encode) { frame.encode(over: before, onto: canvas) })
          case .failure(let error):
            // The frame to come may wait for its rows, and would for ever.
            canvas.clear()
            return .failure(error)
          }
        }
      }
      bytes += try write(ready)
    }
    return bytes
  }

  private mutating func write(_ images: [Image]) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    for image in images {
      if let image = try image.get() { bytes += try encoder.write(image) }
    }
    return bytes
  }
}
