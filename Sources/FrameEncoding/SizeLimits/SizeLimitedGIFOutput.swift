import CodecInterface
import FileAccess
import GIF
import PortableMath
import VisualDiff

/// A GIF that must fit a size or is compared with its source frames: the frames are put aside and
/// encoded when all are there. Memory: that of an encoder, and the file itself.
final class SizeLimitedGIFOutput: FileOutput {
  private let path: String
  private let size: PixelSize
  private let constraint: GIFSizeConstraint
  private let jobs: Int
  private let clock: StageClock
  private let spool: FrameSpool
  let file: AtomicFile
  private(set) var gif: GIFReport?

  /// `jobs`, 1..., is the number of segments and frames that are worked on at a time.
  init(
    _ path: String, size: PixelSize, constraint: GIFSizeConstraint,
    jobs: Int, clock: StageClock
  ) throws(HeaderKitError) {
    self.path = path
    self.size = size
    self.constraint = constraint
    self.jobs = jobs
    self.clock = clock
    file = try AtomicFile(path)
    spool = try FrameSpool(limits: constraint.limits)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    try clock.measure(.write, of: spool.append(picture, duration: run.duration))
  }

  func finish() throws(HeaderKitError) {
    let found = try chosen()
    try clock.measure(.write, of: file.write(found.bytes))
    let counts = try HeaderKitError.coding(
      .file(path), writing: true, GIFByteCounts(bytes: found.bytes, limits: limits))
    var kept = 0
    let meter =
      constraint.encoding.measuresGIF ? try FidelityReader(found.bytes, limits: limits, path) : nil
    try found.frames.forEach { source, duration throws(HeaderKitError) in
      kept += 1
      try clock.measure(.measure, of: meter?.add(source, shownFor: duration))
      return true
    }
    gif = GIFReport(
      quality: constraint.encoding.gif.lossless ? nil : found.quality,
      effort: constraint.encoding.gif.effort,
      width: found.frames.size.width, height: found.frames.size.height, keptFrames: kept,
      bytes: counts, fidelity: meter?.result)
  }

  /// Our own file is read back whatever its size.
  private var limits: DecodeLimits {
    DecodeLimits(maxInputBytes: .max, maxPixels: .max, maxFrames: .max)
  }

  private struct Found {
    let frames: ReducedFrames
    let quality: Int
    let bytes: [UInt8]
  }

  /// The highest quality that fits; where something else may give way it does before quality sinks
  /// below ``GIFReductionPolicy/leastQuality``.
  private func chosen() throws(HeaderKitError) -> Found {
    let asked = constraint.quality
    guard let most = constraint.mostBytes else {
      let frames = ReducedFrames(spool, size: size, reduction: GIFReduction())
      let bytes = try encoded(frames, quality: asked, stopsAbove: .max)
      return Found(frames: frames, quality: asked, bytes: bytes)
    }
    let reductions = GIFReduction.steps(constraint.encoding.reductions)
    var smallest = 0
    for (place, reduction) in reductions.enumerated() {
      let frames = ReducedFrames(spool, size: size, reduction: reduction)
      let isLast = place == reductions.count - 1
      let search = QualitySearch(
        lowest: isLast ? 1 : min(asked, GIFReductionPolicy.leastQuality), highest: asked)
      let best = try search.best { quality throws(HeaderKitError) -> [UInt8]? in
        let bytes = try encoded(frames, quality: quality, stopsAbove: quality == 1 ? .max : most)
        smallest = bytes.count
        return bytes.count <= most ? bytes : nil
      }
      if let best { return Found(frames: frames, quality: best.quality, bytes: best.bytes) }
    }
    throw constraint.failure(path, bytes: smallest, limit: most)
  }

  /// The file, or the beginning of one that has become larger than `limit`.
  private func encoded(
    _ frames: ReducedFrames, quality: Int, stopsAbove limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    var options = constraint.encoding.gif
    options.quality = quality
    var bytes: [UInt8] = []
    var hashes = constraint.encoding.record
    var encoder = try HeaderKitError.coding(
      .file(path), writing: true,
      ParallelGIFEncoder(size: frames.size, options: options, jobs: jobs, clock: clock))
    try frames.forEach { picture, duration throws(HeaderKitError) in
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      // Of the frame as the encoder sees it: where a size gives way, it is smaller than painted.
      hashes?.append(hash: PixelHash(picture).value, duration: duration)
      bytes += try clock.encode(.file(path), encoder.append(picture, duration: duration))
      return bytes.count <= limit
    }
    if bytes.count <= limit {
      bytes += try clock.encode(.file(path), encoder.finish(recording: hashes))
    }
    return bytes
  }
}

/// The largest quality whose file is small enough, by bisection: a larger quality is taken to make a
/// larger file, so the same request always ends at the same quality.
struct QualitySearch {
  /// The lowest quality that may be chosen, 1...100: tried first where it is not 1.
  var lowest = 1
  /// The highest quality that may be chosen, 1...100.
  let highest: Int

  /// Tries qualities; `attempt` gives nil for one that is too large. Nil where the lowest is too large.
  func best<Failure: Error>(
    _ attempt: (Int) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> (quality: Int, bytes: [UInt8])? {
    var best: (quality: Int, bytes: [UInt8])?
    var (fits, exceeds) = (lowest - 1, highest + 1)
    if lowest > 1 {
      guard let bytes = try attempt(lowest) else { return nil }
      best = (lowest, bytes)
      fits = lowest
    }
    while exceeds - fits > 1 {
      let quality = (fits + exceeds) / 2
      if let bytes = try attempt(quality) {
        best = (quality, bytes)
        fits = quality
      } else {
        exceeds = quality
      }
    }
    return best
  }
}
