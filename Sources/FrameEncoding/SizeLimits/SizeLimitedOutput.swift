import CodecInterface
import FileAccess
import GIF
import PortableFoundation
import PortableMath
import VisualDiff

/// An output with a size limit, or a GIF that is compared with its source frames. Frames are
/// spooled to disk and encoded, possibly several times, after the last one. Memory use is that of
/// an encoder plus the encoded file.
final class SizeLimitedOutput: FileOutput {
  private let target: OutputTarget
  private let factory: OutputFactory
  private let spool: FrameSpool
  let file: AtomicFile
  private(set) var gif: GIFReport?
  private(set) var command: String?
  private(set) var reduced: String?

  private var path: String { target.path }
  private var encoding: EncodingOptions { factory.encoding }
  private var clock: StageClock { factory.clock }

  init(_ target: OutputTarget, _ factory: OutputFactory) throws(HeaderKitError) {
    self.target = target
    self.factory = factory
    // A missing ffmpeg is reported before any frame is painted.
    if target.format.isVideo {
      let quality = factory.encoding.highestQuality
      let effort = factory.encoding.gif.effort
      _ = try FFmpeg.installed(for: target, quality: quality, effort: effort)
    }
    file = try AtomicFile(target.path)
    spool = try FrameSpool(limits: factory.limits)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    try clock.measure(.write, of: spool.append(picture, duration: run.duration))
  }

  func finish() throws(HeaderKitError) {
    let found = try bestFit()
    try clock.measure(.write, of: file.write(found.bytes))
    let effort = encoding.gif.effort
    if target.format.isVideo {
      command = FFmpeg.line(
        FFmpeg.arguments(target.format, quality: found.quality, effort: effort), from: "-", to: path
      )
    }
    var writtenCount = 0
    let meter =
      encoding.measuresGIF && target.format == .gif
      ? try FidelityReader(found.bytes, limits: limits, path) : nil
    try found.frames.forEach { source, duration throws(HeaderKitError) in
      writtenCount += 1
      try clock.measure(.measure, of: meter?.add(source, shownFor: duration))
      return true
    }
    let size = found.frames.size
    let frameCount = spool.durations.count
    let changes = [
      found.quality < min(encoding.highestQuality, GIFOptions.defaultQuality)
        ? "quality \(found.quality)" : nil,
      size == factory.size ? nil : "\(size.width) x \(size.height) pixels",
      writtenCount == frameCount ? nil : "\(writtenCount) of \(frameCount) frames",
    ].compactMap { $0 }
    if encoding.maxBytes != nil, !changes.isEmpty { reduced = changes.joined(separator: ", ") }
    guard target.format == .gif else { return }
    gif = GIFReport(
      quality: encoding.gif.lossless ? nil : found.quality, effort: effort,
      width: size.width, height: size.height, keptFrames: writtenCount,
      bytes: try HeaderKitError.coding(
        .file(path), writing: true, GIFByteCounts(bytes: found.bytes, limits: limits)),
      fidelity: meter?.result)
  }

  /// Files written by this process are read without limits.
  private var limits: DecodeLimits {
    DecodeLimits(maxInputBytes: .max, maxPixels: .max, maxFrames: .max)
  }

  private typealias Found = (frames: ReducedFrames, quality: Int, bytes: [UInt8])

  /// Returns the file with the highest quality that fits. If reductions are allowed, they are
  /// applied before the quality falls below ``ReductionPolicy/minQuality``. A reduction is
  /// skipped if the size of the unreduced file shows that the result cannot fit.
  private func bestFit() throws(HeaderKitError) -> Found {
    let asked = encoding.highestQuality
    guard let limit = encoding.maxBytes else {
      let frames = frames(FrameReduction())
      return (frames, asked, try encoded(frames, quality: asked, stopsAbove: .max).bytes)
    }
    let reductions = FrameReduction.steps(encoding.reductions)
    /// The size in bytes of the unreduced file at the lowest quality tried.
    var unreducedSize = 0.0
    for (index, reduction) in reductions.enumerated() {
      let isLast = index == reductions.count - 1
      guard isLast || unreducedSize * reduction.share <= Double(limit) else { continue }
      let frames = frames(reduction)
      let search = QualitySearch(
        lowest: isLast ? 1 : min(asked, ReductionPolicy.minQuality), highest: asked, limit: limit)
      let best = try search.best { quality throws(HeaderKitError) in
        let isLowest = quality == search.lowest
        let file = try encoded(frames, quality: quality, stopsAbove: isLowest ? .max : limit)
        if isLowest { unreducedSize = file.estimatedSize / reduction.share }
        return file
      }
      if let best { return (frames, best.quality, best.bytes) }
    }
    let bytes = Int((unreducedSize * reductions[reductions.count - 1].share).rounded())
    let others = try sufficientReductions(limit)
    var remedy: MessageText = "the same with "
    for reduction in others { remedy = remedy + "\(.reductions) \(reduction.rawValue) " }
    if !others.isEmpty { remedy = remedy + "fits, or with " }
    throw HeaderKitError(
      .badData, subject: .file(path),
      reason: "has \(bytes.grouped) bytes even at quality 1, more than \(limit.grouped)",
      remedy: remedy + "\(.maxBytes) \(bytes)"
    ).withOptions(
      others.isEmpty
        ? [.init(.maxBytes, "\(bytes)")] : others.map { .init(.reductions, $0.rawValue) })
  }

  /// Returns further reductions with which the file fits, or an empty array if none suffices.
  private func sufficientReductions(_ limit: Int) throws(HeaderKitError) -> [ReductionPolicy] {
    for policies in [[ReductionPolicy.scale], [.scale, .fps]] {
      guard !Set(policies).isSubset(of: encoding.reductions),
        let last = FrameReduction.steps(Set(policies)).last
      else { continue }
      let file = try encoded(frames(last), quality: 1, stopsAbove: limit)
      if file.bytes.count <= limit { return policies }
    }
    return []
  }

  private func frames(_ reduction: FrameReduction) -> ReducedFrames {
    ReducedFrames(spool, size: factory.size, reduction: reduction)
  }

  /// Returns the encoded file. Stops as soon as it exceeds `limit` bytes and then estimates its
  /// size.
  private func encoded(
    _ frames: ReducedFrames, quality: Int, stopsAbove limit: Int
  ) throws(HeaderKitError) -> QualitySearch.File {
    var factory = factory
    factory.size = frames.size
    factory.encoding.gif.quality = quality
    if target.format.isVideo { return QualitySearch.File(try encodedVideo(frames, factory)) }
    var bytes: [UInt8] = []
    var seconds = 0.0
    var hashes = encoding.record
    var encoder = try HeaderKitError.coding(.file(path), writing: true, factory.encoder(target))
    try frames.forEach { picture, duration throws(HeaderKitError) in
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      // The hash covers the resized frame, which is what the encoder receives.
      hashes?.append(hash: PixelHash(picture).value, duration: duration)
      bytes += try clock.encode(.file(path), encoder.append(picture, duration: duration))
      seconds += duration.seconds
      return bytes.count <= limit
    }
    guard bytes.count <= limit else {
      let all = spool.durations.reduce(.zero, +).seconds
      return QualitySearch.File(bytes, estimatedSize: Double(bytes.count) * all / seconds)
    }
    bytes += try clock.encode(.file(path), encoder.finish(recording: hashes))
    return QualitySearch.File(bytes)
  }

  private func encodedVideo(
    _ frames: ReducedFrames, _ factory: OutputFactory
  ) throws(HeaderKitError) -> [UInt8] {
    let video = try StreamOutput(target, factory)
    try frames.forEach { picture, duration throws(HeaderKitError) in
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      try video.append(PaintedRun(picture: picture, hash: nil, png: nil, durations: [duration]))
      return true
    }
    try video.finish()
    let data = video.file.temporaryPath.flatMap { FileManager.default.contents(atPath: $0) }
    return Array(data ?? Data())
  }
}

/// A bisection for the highest quality whose file fits. It assumes that a higher quality makes a
/// larger file, so the same request always gives the same quality.
struct QualitySearch {
  /// The lowest quality that may be chosen, in 1...100. It is tried first if it is not 1.
  var lowest = 1
  /// The highest quality that may be chosen, in 1...100.
  let highest: Int
  let limit: Int

  struct File {
    let bytes: [UInt8]
    /// The size of the complete file in bytes, extrapolated if encoding stopped early.
    let estimatedSize: Double

    init(_ bytes: [UInt8], estimatedSize: Double? = nil) {
      self.bytes = bytes
      self.estimatedSize = estimatedSize ?? Double(bytes.count)
    }
  }

  /// If a file exceeds the limit by this factor, the lowest quality is tried next. If it could grow
  /// by this factor, the highest quality is tried next.
  private static let jumpFactor = 1.5

  /// Returns the highest quality that fits and its file, or `nil` if even the lowest is too large.
  func best<Failure: Error>(
    _ attempt: (Int) throws(Failure) -> File
  ) throws(Failure) -> (quality: Int, bytes: [UInt8])? {
    var best: (quality: Int, bytes: [UInt8])?
    var (fits, exceeds) = (lowest - 1, highest + 1)
    var next = lowest > 1 ? lowest : nil
    let target = Double(limit)
    while exceeds - fits > 1 {
      let quality = next ?? (fits + exceeds) / 2
      next = nil
      let file = try attempt(quality)
      if file.bytes.count <= limit {
        best = (quality, file.bytes)
        fits = quality
        if file.estimatedSize * Self.jumpFactor < target, fits < highest, exceeds > highest {
          next = highest
        }
      } else {
        exceeds = quality
        if file.estimatedSize > Self.jumpFactor * target, fits < lowest, exceeds > lowest {
          next = lowest
        }
      }
    }
    return best
  }
}
