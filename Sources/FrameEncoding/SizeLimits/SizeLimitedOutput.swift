import CodecInterface
import FileAccess
import Foundation
import GIF
import PortableMath
import VisualDiff

/// An animation that must fit a size, or a GIF that is compared with its source frames: the frames are
/// put aside and encoded when all are there. Memory: that of an encoder, and the file itself.
final class SizeLimitedOutput: FileOutput {
  private let target: OutputTarget
  private let factory: OutputFactory
  private let spool: FrameSpool
  let file: AtomicFile
  private(set) var gif: GIFReport?
  private(set) var command: String?
  private(set) var reduced: String?

  private var path: String { target.path }
  private var constraint: SizeConstraint { factory.gif }
  private var clock: StageClock { factory.clock }

  init(_ target: OutputTarget, factory: OutputFactory) throws(HeaderKitError) {
    self.target = target
    self.factory = factory
    // Whether there is a program that writes videos is known before anything is painted.
    if target.format.isVideo {
      let (quality, effort) = (factory.gif.quality, factory.gif.encoding.gif.effort)
      _ = try FFmpeg.found(for: target, quality: quality, effort: effort)
    }
    file = try AtomicFile(target.path)
    spool = try FrameSpool(limits: factory.gif.limits)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    try clock.measure(.write, of: spool.append(picture, duration: run.duration))
  }

  func finish() throws(HeaderKitError) {
    let found = try chosen()
    try clock.measure(.write, of: file.write(found.bytes))
    let effort = constraint.encoding.gif.effort
    if target.format.isVideo {
      command = FFmpeg.line(
        FFmpeg.arguments(target.format, quality: found.quality, effort: effort), from: "-", to: path
      )
    }
    var kept = 0
    let meter =
      constraint.encoding.measuresGIF && target.format == .gif
      ? try FidelityReader(found.bytes, limits: limits, path) : nil
    try found.frames.forEach { source, duration throws(HeaderKitError) in
      kept += 1
      try clock.measure(.measure, of: meter?.add(source, shownFor: duration))
      return true
    }
    let (size, all) = (found.frames.size, spool.durations.count)
    let words = [
      found.quality < min(constraint.quality, GIFOptions.defaultQuality)
        ? "quality \(found.quality)" : nil,
      size == factory.size ? nil : "\(size.width) x \(size.height) pixels",
      kept == all ? nil : "\(kept) of \(all) frames",
    ].compactMap { $0 }
    if constraint.mostBytes != nil, !words.isEmpty { reduced = words.joined(separator: ", ") }
    guard target.format == .gif else { return }
    gif = GIFReport(
      quality: constraint.encoding.gif.lossless ? nil : found.quality, effort: effort,
      width: size.width, height: size.height, keptFrames: kept,
      bytes: try HeaderKitError.coding(
        .file(path), writing: true, GIFByteCounts(bytes: found.bytes, limits: limits)),
      fidelity: meter?.result)
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
  /// below ``GIFReductionPolicy/leastQuality``. What is known to be too large by what is larger is not tried.
  private func chosen() throws(HeaderKitError) -> Found {
    let asked = constraint.quality
    guard let most = constraint.mostBytes else {
      let frames = frames(GIFReduction())
      let bytes = try encoded(frames, quality: asked, stopsAbove: .max)
      return Found(frames: frames, quality: asked, bytes: bytes)
    }
    let reductions = GIFReduction.steps(constraint.encoding.reductions)
    /// Bytes at the lowest quality that is tried, were nothing reduced.
    var whole = 0.0
    for (place, reduction) in reductions.enumerated() {
      let isLast = place == reductions.count - 1
      guard isLast || whole * reduction.share <= Double(most) else { continue }
      let frames = frames(reduction)
      let search = QualitySearch(
        lowest: isLast ? 1 : min(asked, GIFReductionPolicy.leastQuality), highest: asked)
      let best = try search.best { quality throws(HeaderKitError) -> [UInt8]? in
        let isLowest = quality == search.lowest
        let bytes = try encoded(frames, quality: quality, stopsAbove: isLowest ? .max : most)
        if isLowest { whole = Double(bytes.count) / reduction.share }
        return bytes.count <= most ? bytes : nil
      }
      if let best { return Found(frames: frames, quality: best.quality, bytes: best.bytes) }
    }
    let bytes = Int((whole * reductions[reductions.count - 1].share).rounded())
    throw constraint.failure(path, bytes: bytes, limit: most, reductions: try fitting(most))
  }

  /// What else may give way so that the file fits; empty: nothing that would do.
  private func fitting(_ most: Int) throws(HeaderKitError) -> [GIFReductionPolicy] {
    for policies in [[GIFReductionPolicy.scale], [.scale, .fps]] {
      guard !Set(policies).isSubset(of: constraint.encoding.reductions),
        let last = GIFReduction.steps(Set(policies)).last
      else { continue }
      let bytes = try encoded(frames(last), quality: 1, stopsAbove: most)
      if bytes.count <= most { return policies }
    }
    return []
  }

  private func frames(_ reduction: GIFReduction) -> ReducedFrames {
    ReducedFrames(spool, size: factory.size, reduction: reduction)
  }

  /// The file, or the beginning of one that has become larger than `limit`.
  private func encoded(
    _ frames: ReducedFrames, quality: Int, stopsAbove limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    var factory = factory
    factory.size = frames.size
    factory.gif.encoding.gif.quality = quality
    if target.format.isVideo { return try encodedVideo(frames, factory) }
    var bytes: [UInt8] = []
    var hashes = constraint.encoding.record
    var encoder = try HeaderKitError.coding(
      .file(path), writing: true, factory.encoder(target))
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

  private func encodedVideo(
    _ frames: ReducedFrames, _ factory: OutputFactory
  ) throws(HeaderKitError) -> [UInt8] {
    let video = try factory.video(target)
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

/// The largest quality whose file is small enough, by bisection: a larger quality is taken to make a
/// larger file, so the same request always ends at the same quality.
struct QualitySearch {
  /// The lowest quality that may be chosen, 1...100.
  var lowest = 1
  /// The highest quality that may be chosen, 1...100.
  let highest: Int

  /// Tries qualities, the highest first and then the lowest; `attempt` gives nil for one that is too
  /// large. Nil where the lowest is too large.
  func best<Failure: Error>(
    _ attempt: (Int) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> (quality: Int, bytes: [UInt8])? {
    if let bytes = try attempt(highest) { return (highest, bytes) }
    guard lowest < highest, let bytes = try attempt(lowest) else { return nil }
    var best = (quality: lowest, bytes: bytes)
    var exceeds = highest
    while exceeds - best.quality > 1 {
      let quality = (best.quality + exceeds) / 2
      if let bytes = try attempt(quality) { best = (quality, bytes) } else { exceeds = quality }
    }
    return best
  }
}
