import CodecInterface
import FileAccess
import ImageCodecs
import PortableMath
import Raster
import VisualDiff

/// One side of a comparison: its frames, and their positions in the file.
struct AnimationSide: Sendable {
  let source: ComparedSource
  /// The compared frames: those of the file, or those that the file was encoded from.
  var timeline: Timeline
  /// The start times of the file's frames. `nil` if `timeline` is that of the file.
  var starts: [RationalTime]?
  let size: PixelSize
  /// The first frame, or `nil` if no frame was decoded.
  var firstFrame: Pixmap?
  /// Whether the pixels of a file with a frame record may differ from the recorded frames.
  var recordedFileIsLossy = false
  /// Non-fatal decoding problems, each with the path of its file.
  let warnings: [String]

  /// Replaces the timeline with that of a manifest, which lists every painted frame. The file may
  /// have merged equal frames and rounded their delays.
  mutating func apply(_ manifest: FrameManifest) {
    starts = timeline.frames.map(\.start)
    timeline = manifest.timeline
  }

  var hasTimes: Bool { starts != nil || timeline.duration > .zero }
  var isAnimation: Bool { (starts?.count ?? timeline.frames.count) > 1 }

  /// Returns the index of the file's frame that is visible in the middle of a timeline frame.
  func fileIndex(_ index: Int) -> Int {
    guard let starts else { return index }
    let frame = timeline.frames[index]
    let middle = frame.start + (RationalTime(1, over: 2)?.multiplied(by: frame.duration) ?? .zero)
    // Binary search for the number of frames that have started by then.
    var seen = 0
    var unseen = starts.count
    while seen < unseen {
      let middleIndex = (seen + unseen) / 2
      if starts[middleIndex] > middle { unseen = middleIndex } else { seen = middleIndex + 1 }
    }
    return max(0, seen - 1)
  }

  /// Returns the indices of the file's frames for consecutive frames of the timeline.
  func fileIndices(_ indices: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = fileIndex(indices.lowerBound)
    return first...max(first, fileIndex(indices.upperBound))
  }
}

extension AnimationSide {
  /// Reads all frames, with one of them in memory at a time.
  init(reading source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    var reader = SideReader(
      source: source, isQuantized: false, stream: try source.open(limits: limits))
    while let frame = try reader.stream.next() { _ = try reader.add(frame) }
    self = try reader.side()
  }

  /// Creates a side from the hashes and times of the frames before encoding, which the file
  /// records. Decodes no frame. `nil` if the file has no record, or was changed after the record
  /// was written.
  init?(recordOf source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    guard case .file(let path, let bytes) = source, let record = FrameHashes(file: bytes) else {
      return nil
    }
    let file = try HeaderKitError.coding(
      .file(path), ImageInspector.inspect(bytes: bytes, limits: limits.decoding))
    var starts: [RationalTime] = []
    var end = RationalTime.zero
    for frame in file.frames {
      starts.append(end)
      end = end + frame.duration
    }
    let timeline = Timeline(
      frames: record.frames.map { (PixelHash(value: $0.hash), $0.duration) },
      plays: timesPlayed(loopCount: file.loopCount))
    self.init(
      source: source, timeline: timeline, starts: starts, size: file.size,
      recordedFileIsLossy: file.isLossy,
      warnings: file.warnings.map { "\(path): \($0)" })
  }
}

/// Reads the frames of a side in order, and keeps their hashes and signatures.
struct SideReader: ~Copyable {
  let source: ComparedSource
  /// Whether frames will be paired by similarity.
  let isQuantized: Bool
  var stream: FrameStream
  var timeline = Timeline()
  var firstFrame: Pixmap?
  /// The hashes of all frames so far.
  var hashes: Set<PixelHash> = []

  /// Adds the next frame.
  ///
  /// - Parameter known: The equal frame of the other side, if there is one. Saves hashing.
  /// - Throws: `.badData` if the size differs from that of the first frame.
  mutating func add(
    _ frame: AnimationFrame, equalTo known: FrameRun? = nil
  ) throws(HeaderKitError) -> FrameRun {
    let count = timeline.frames.count
    if let firstFrame, firstFrame.size != frame.pixmap.size {
      throw HeaderKitError(
        .badData, subject: .file(source.path),
        reason: "frame \(count) is \(frame.pixmap.width) x \(frame.pixmap.height), "
          + "the first is \(firstFrame.width) x \(firstFrame.height)",
        remedy: "all frames of an animation must have the same size")
    }
    if firstFrame == nil { firstFrame = frame.pixmap }
    timeline.append(
      known?.hash ?? PixelHash(frame.pixmap),
      known?.signature ?? (isQuantized ? FrameSignature(frame.pixmap) : nil), for: frame.duration)
    hashes.insert(timeline.frames[count].hash)
    return timeline.frames[count]
  }

  /// Returns the side after its stream was read to the end.
  ///
  /// - Throws: `.badData` if it has no frames.
  func side() throws(HeaderKitError) -> AnimationSide {
    guard let firstFrame else {
      throw HeaderKitError(.badData, subject: .file(source.path), reason: "has no frames")
    }
    var timeline = timeline
    timeline.plays = stream.plays
    return AnimationSide(
      source: source, timeline: timeline, size: firstFrame.size, firstFrame: firstFrame,
      warnings: stream.warnings)
  }
}
