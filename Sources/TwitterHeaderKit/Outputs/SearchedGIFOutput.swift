import ImageCodecs
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
    let (quality, bytes) = try chosen()
    try clock.measure(.write) { () throws(HeaderKitError) in try file.write(bytes) }
    let counts: GIFByteCounts
    do {
      counts = try GIFByteCounts(bytes: bytes, limits: limits)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    gif = GIFReport(
      quality: demand.options.lossless ? nil : quality, effort: demand.options.effort,
      bytes: counts, fidelity: demand.measures ? try fidelity(of: bytes) : nil)
  }

  func commit() throws(HeaderKitError) { try file.commit() }

  /// Our own file is read back whatever its size.
  private var limits: DecodeLimits {
    DecodeLimits(maxInputBytes: .max, maxPixels: .max, maxFrames: .max)
  }

  private func chosen() throws(HeaderKitError) -> (quality: Int, bytes: [UInt8]) {
    let asked = demand.options.quality
    guard let most = demand.maxBytes else {
      return (asked, try encoded(quality: asked, stopsAbove: .max))
    }
    var smallest = 0
    let best = try QualitySearch(highest: asked).best {
      quality throws(HeaderKitError) -> [UInt8]? in
      let bytes = try encoded(quality: quality, stopsAbove: quality == 1 ? .max : most)
      smallest = bytes.count
      return bytes.count <= most ? bytes : nil
    }
    guard let best else {
      throw HeaderKitError(
        .badData, subject: path,
        reason: "has \(smallest.grouped) bytes even at quality 1, more than \(most.grouped)",
        hint: "lower --fps or the size of the frames (--scale), or raise --effort or --max-bytes")
    }
    return best
  }

  /// The file, or the beginning of one that has become larger than `limit`.
  private func encoded(quality: Int, stopsAbove limit: Int) throws(HeaderKitError) -> [UInt8] {
    var options = demand.options
    options.quality = quality
    var bytes: [UInt8] = []
    var encoder: GIFEncoder
    do {
      encoder = try GIFEncoder(size: size, options: options, clock: clock)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    try spool.forEach { picture, duration throws(HeaderKitError) in
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

  /// Reads the file again beside the frames put aside.
  private func fidelity(of bytes: [UInt8]) throws(HeaderKitError) -> Fidelity {
    var meter = Fidelity.Meter()
    var reader: AnimationReader
    do {
      reader = try AnimationReader(bytes: bytes, limits: limits)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    var shown: Pixmap?
    var (shownUntil, truthUntil) = (FrameDuration.zero, FrameDuration.zero)
    try spool.forEach { truth, duration throws(HeaderKitError) in
      truthUntil = truthUntil + duration
      do throws(CodecError) {
        while shownUntil.rounded(toUnitsPerSecond: 100) < truthUntil.rounded(toUnitsPerSecond: 100),
          let frame = try reader.next()
        {
          shown = frame.pixmap
          shownUntil = shownUntil + frame.duration
        }
      } catch {
        throw HeaderKitError(error, subject: path, writing: true)
      }
      if let shown {
        clock.measure(.measure) { meter.add(shown: shown, truth: truth) }
      }
      return true
    }
    return meter.result
  }
}
