import CodecInterface
import FileAccess
import GIF
import PortableMath
import Raster

/// Encodes a GIF on several threads. The result does not depend on their number.
///
/// Segments are planned concurrently. Planned frames are then encoded as a wavefront: each frame
/// needs the canvas of the previous one and follows it a few rows behind.
struct ParallelGIFEncoder: AnimationEncoder {
  private typealias Plan = Promise<Result<PlannedFrame, CodecError>>
  /// The encoded image of a frame, or `nil` for a segment that was planned.
  private typealias Image = Result<GIFImage?, CodecError>

  private var encoder: GIFEncoder
  private let clock: StageClock
  private let jobs: Int
  /// The worker threads, or `nil` to encode on the calling thread.
  private let workers: OrderedWorkers<Image>?
  /// The segments whose frames are not being encoded yet, in order.
  private var planning: [[Plan]] = []
  /// The canvas after the last frame whose encoding was started.
  private var shown: ShownCanvas

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - jobs: The maximum number of segments and frames processed concurrently, at least 1.
  ///   - clock: Measures work on other threads as `.encode`. The caller measures `append` and
  ///     `finish`. Palette selection is measured as a nested stage.
  ///
  /// - Throws: The errors of `GIFEncoder` for the size and options.
  init(size: PixelSize, options: GIFOptions, jobs: Int, clock: StageClock) throws(CodecError) {
    encoder = try GIFEncoder(size: size, options: options) {
      clock.measure(.quantize, within: .encode, $0)
    }
    self.clock = clock
    self.jobs = jobs
    // Frames of one segment may be queued while the next segment is collected.
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

  /// Starts planning `segment`. If `planning` then has as many segments as there are threads, also
  /// starts encoding the frames of the first one. Returns the bytes of the completed images.
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

  /// Plans the segment and fulfills a promise for each frame as soon as possible. An error fulfills
  /// all remaining ones.
  private static func plan(_ segment: GIFSegment, _ plans: [Plan]) {
    var planned = 0
    do throws(CodecError) {
      try segment.plan { frame in
        plans[planned].fulfill(.success(frame))
        planned += 1
      }
    } catch {
      for plan in plans[planned...] { plan.fulfill(.failure(error)) }
    }
  }

  /// Removes the first segment from `planning` and starts encoding its frames. Returns the bytes of
  /// the completed images.
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
            // Without a complete canvas, the next frame would wait for its rows forever.
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
