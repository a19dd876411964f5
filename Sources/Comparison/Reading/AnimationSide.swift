import CodecInterface
import FileAccess
import ImageCodecs
import PortableMath
import Raster
import VisualDiff

/// One side of a comparison: which frames are compared, and where the file has them.
struct AnimationSide: Sendable {
  let source: ComparedSource
  /// The frames that are compared: the file's, or those that it was made of.
  var timeline: Timeline
  /// When the file's frames appear; nil where the timeline is the file's own.
  var starts: [RationalTime]?
  let size: PixelSize
  /// Nil where no frame was decoded.
  var firstFrame: Pixmap?
  /// Whether the pixels of a file that records its frames may be others than those.
  var recordedFileIsLossy = false
  /// What is wrong with the files though they can be read, with their paths.
  let warnings: [String]

  /// Takes the frames of a manifest for those of the file: it has every frame that was painted; the
  /// file may have put equal ones together and rounded their delays.
  mutating func take(_ manifest: FrameManifest) {
    starts = timeline.frames.map(\.start)
    timeline = manifest.timeline
  }

  var hasTimes: Bool { starts != nil || timeline.duration > .zero }
  var isAnimation: Bool { (starts?.count ?? timeline.frames.count) > 1 }

  /// The file's frame that is shown in the middle of a frame of the timeline.
  func fileIndex(_ index: Int) -> Int {
    guard let starts else { return index }
    let frame = timeline.frames[index]
    let middle = frame.start + (RationalTime(1, over: 2)?.multiplied(by: frame.duration) ?? .zero)
    // The number of frames that have appeared by then, by bisection.
    var (seen, unseen) = (0, starts.count)
    while seen < unseen {
      let place = (seen + unseen) / 2
      if starts[place] > middle { unseen = place } else { seen = place + 1 }
    }
    return max(0, seen - 1)
  }

  /// The file's frames for neighbouring frames of the timeline.
  func fileIndices(_ indices: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = fileIndex(indices.lowerBound)
    return first...max(first, fileIndex(indices.upperBound))
  }
}

extension AnimationSide {
  /// Reads all frames; memory stays that of one.
  init(reading source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    var reader = SideReader(
      source: source, isQuantized: false, stream: try source.open(limits: limits))
    while let frame = try reader.stream.next() { _ = try reader.add(frame) }
    self = try reader.side()
  }

  /// A side whose file records the hashes and times that its frames had before encoding; nil for
  /// others. No frame is decoded: the record holds only for a file that nobody has altered.
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

/// Reads a side forward and keeps what its frames are recognised by.
struct SideReader: ~Copyable {
  let source: ComparedSource
  /// Whether frames are to be paired by likeness.
  let isQuantized: Bool
  var stream: FrameStream
  var timeline = Timeline()
  var firstFrame: Pixmap?
  /// Of all frames so far.
  var hashes: Set<PixelHash> = []

  /// Takes the next frame, whose equal may be known. Throws `.badData` for one of another size.
  mutating func add(
    _ frame: AnimationFrame, equalTo known: FrameRun? = nil
  ) throws(HeaderKitError) -> FrameRun {
    let count = timeline.frames.count
    if let firstFrame, firstFrame.size != frame.pixmap.size {
      throw HeaderKitError(
        .badData, subject: .file(source.path),
        reason: "frame \(count) is \(frame.pixmap.width) x \(frame.pixmap.height), "
          + "the first is \(firstFrame.width) x \(firstFrame.height)",
        remedy: "frames of one animation have one size")
    }
    if firstFrame == nil { firstFrame = frame.pixmap }
    timeline.append(
      known?.hash ?? PixelHash(frame.pixmap),
      known?.signature ?? (isQuantized ? FrameSignature(frame.pixmap) : nil), for: frame.duration)
    hashes.insert(timeline.frames[count].hash)
    return timeline.frames[count]
  }

  /// All that was taken from a stream that was read to its end. Throws `.badData` for nothing.
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
