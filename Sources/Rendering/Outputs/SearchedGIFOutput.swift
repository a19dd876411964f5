import CodecInterface
import Files
import GIF
import ImageCodecs
import Numerics
import Raster

/// A GIF that must fit a size or is compared with its true frames: the frames are put aside and
/// encoded when all are there. Memory: that of an encoder, and the file itself.
final class SearchedGIFOutput: RenderOutput {
  private let path: String
  private let size: PixelSize
  private let demand: GIFDemand
  private let clock: StageClock
  private let spool: FrameSpool
  private var file: AtomicFile
  private(set) var gif: GIFReport?

  init(
    _ path: String, size: PixelSize, demand: GIFDemand, clock: StageClock
  ) throws(HeaderKitError) {
    self.path = path
    self.size = size
    self.demand = demand
    self.clock = clock
    file = try AtomicFile(path)
    spool = try FrameSpool(limits: demand.limits)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let duration = run.duration
    try clock.measure(.write) { () throws(HeaderKitError) in
      try spool.append(picture, duration: duration)
    }
  }

  func finish() throws(HeaderKitError) {
    let found = try chosen()
    try clock.measure(.write) { () throws(HeaderKitError) in try file.write(found.bytes) }
    let counts: GIFByteCounts
    do {
      counts = try GIFByteCounts(bytes: found.bytes, limits: limits)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    var kept = 0
    let meter = demand.measures ? try FidelityReader(found.bytes, limits: limits, path) : nil
    try found.frames.forEach { truth, duration throws(HeaderKitError) in
      kept += 1
      try clock.measure(.measure) { () throws(HeaderKitError) in
        try meter?.add(truth, shownFor: duration)
      }
      return true
    }
    gif = GIFReport(
      quality: demand.options.lossless ? nil : found.quality, effort: demand.options.effort,
      width: found.frames.size.width, height: found.frames.size.height, keptFrames: kept,
      bytes: counts, fidelity: meter?.result)
  }

  func commit() throws(HeaderKitError) { try file.commit() }

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
  /// below ``GIFYield/leastQuality``.
  private func chosen() throws(HeaderKitError) -> Found {
    let asked = demand.options.quality
    guard let most = demand.maxBytes else {
      let frames = ReducedFrames(spool, size: size, reduction: GIFReduction())
      let bytes = try encoded(frames, quality: asked, stopsAbove: .max)
      return Found(frames: frames, quality: asked, bytes: bytes)
    }
    let reductions = GIFReduction.steps(demand.yields)
    var smallest = 0
    for (place, reduction) in reductions.enumerated() {
      let frames = ReducedFrames(spool, size: size, reduction: reduction)
      let isLast = place == reductions.count - 1
      let search = QualitySearch(
        lowest: isLast ? 1 : min(asked, GIFYield.leastQuality), highest: asked)
      let best = try search.best { quality throws(HeaderKitError) -> [UInt8]? in
        let bytes = try encoded(frames, quality: quality, stopsAbove: quality == 1 ? .max : most)
        smallest = bytes.count
        return bytes.count <= most ? bytes : nil
      }
      if let best { return Found(frames: frames, quality: best.quality, bytes: best.bytes) }
    }
    throw HeaderKitError(
      .badData, subject: path,
      reason: "has \(smallest.grouped) bytes even at quality 1, more than \(most.grouped)",
      hint:
        "lower --fps or the size of the frames (--scale) or let them give way (--yield), or raise "
        + "--effort or --max-bytes")
  }

  /// The file, or the beginning of one that has become larger than `limit`.
  private func encoded(
    _ frames: ReducedFrames, quality: Int, stopsAbove limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    var options = demand.options
    options.quality = quality
    var bytes: [UInt8] = []
    var encoder: GIFEncoder
    do {
      encoder = try GIFEncoder(size: frames.size, options: options, clock: clock)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    try frames.forEach { picture, duration throws(HeaderKitError) in
      guard !Task.isCancelled else {
        throw HeaderKitError(.tryAgain, reason: "was interrupted")
      }
      bytes += try pack { () throws(CodecError) in
        try encoder.append(picture, duration: duration)
      }
      return bytes.count <= limit
    }
    if bytes.count <= limit {
      bytes += try pack { () throws(CodecError) in try encoder.finish() }
    }
    return bytes
  }

  private func pack(
    _ work: () throws(CodecError) -> [UInt8]
  ) throws(HeaderKitError) -> [UInt8] {
    do {
      return try clock.measure(.encode, work)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
  }
}
