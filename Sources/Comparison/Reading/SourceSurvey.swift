import CodecInterface
import FileAccess
import PortableMath
import Raster
import VisualDiff

/// Result of one pass over a side: its timeline, its size and its first frame.
struct SourceSurvey: Sendable {
  let timeline: Timeline
  let size: PixelSize
  let firstFrame: Pixmap
  let hasTimes: Bool
  /// What is wrong with the files though they can be read, with their paths.
  let warnings: [String]

  var isAnimation: Bool { timeline.frames.count > 1 }

  /// Reads all frames; memory stays that of one.
  init(_ source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    var stream = try source.open(limits: limits)
    var collector = SurveyCollector(path: source.path, isQuantized: false)
    while let frame = try stream.next() { _ = try collector.add(frame) }
    self = try collector.survey(of: stream)
  }

  fileprivate init(timeline: Timeline, firstFrame: Pixmap, hasTimes: Bool, warnings: [String]) {
    self.timeline = timeline
    size = firstFrame.size
    self.firstFrame = firstFrame
    self.hasTimes = hasTimes
    self.warnings = warnings
  }
}

private struct SurveyCollector {
  /// How a frame is found again on the other side: by its pixels, and where both sides are quantised
  /// by its likeness.
  typealias Identity = (hash: PixelHash, signature: FrameSignature?)

  let path: String
  let isQuantized: Bool
  private var frames: [(hash: PixelHash, signature: FrameSignature?, duration: RationalTime)] = []
  private var firstFrame: Pixmap?
  private var hasTimes = false

  init(path: String, isQuantized: Bool) {
    self.path = path
    self.isQuantized = isQuantized
  }

  /// Takes the next frame, whose identity may be known. Throws `.badData` for one of another size.
  mutating func add(
    _ frame: AnimationFrame, known: Identity? = nil
  ) throws(HeaderKitError) -> Identity {
    if let firstFrame, firstFrame.size != frame.pixmap.size {
      throw HeaderKitError(
        .badData, subject: .file(path),
        reason: "frame \(frames.count) is \(frame.pixmap.width) x \(frame.pixmap.height), "
          + "the first is \(firstFrame.width) x \(firstFrame.height)",
        remedy: "frames of one animation have one size")
    }
    if firstFrame == nil { firstFrame = frame.pixmap }
    if frame.duration > .zero { hasTimes = true }
    let identity =
      known
      ?? (PixelHash(frame.pixmap), isQuantized ? FrameSignature(frame.pixmap) : nil)
    frames.append((identity.hash, identity.signature, frame.duration))
    return identity
  }

  /// All that was taken in from a stream that was read to its end. Throws `.badData` for nothing.
  func survey(of stream: borrowing FrameStream) throws(HeaderKitError) -> SourceSurvey {
    guard let firstFrame else {
      throw HeaderKitError(.badData, subject: .file(path), reason: "has no frames")
    }
    return SourceSurvey(
      timeline: Timeline(signed: frames, plays: stream.plays), firstFrame: firstFrame,
      hasTimes: hasTimes, warnings: stream.warnings)
  }
}

/// Result of one pass over both sides in step. Frames of one number are compared on the way, so
/// that animations that differ in every frame need not be decoded twice.
struct PairSurvey {
  let first: SourceSurvey
  let second: SourceSurvey
  /// What differs between the frames of the same number; not for those that look as if they had
  /// only changed places, and not for frames that are the same.
  let differences: [Int: ImageDifference]

  /// Reads all frames of both; memory stays that of two. Throws `.badData` for sizes whose common
  /// canvas has too many pixels.
  /// - Parameter isQuantized: whether frames are to be paired by likeness.
  init(
    _ first: ComparedSource, _ second: ComparedSource, request: DiffRequest, isQuantized: Bool
  ) throws(HeaderKitError) {
    var left = try first.open(limits: request.limits)
    var right = try second.open(limits: request.limits)
    var leftCollector = SurveyCollector(path: first.path, isQuantized: isQuantized)
    var rightCollector = SurveyCollector(path: second.path, isQuantized: isQuantized)
    var leftHashes: Set<PixelHash> = []
    var rightHashes: Set<PixelHash> = []
    var differences: [Int: ImageDifference] = [:]
    var likeness = LikenessInStep()
    var time = RationalTime.zero
    while true {
      let before = try left.next()
      let after = try right.next()
      if before == nil, after == nil { break }
      let areEqual = before != nil && before?.pixmap == after?.pixmap
      let one = try before.map { frame throws(HeaderKitError) in try leftCollector.add(frame) }
      let other = try after.map { frame throws(HeaderKitError) in
        try rightCollector.add(frame, known: areEqual ? one : nil)
      }
      if let one { leftHashes.insert(one.hash) }
      if let other { rightHashes.insert(other.hash) }
      if let before, let after, let one, let other {
        try checkCanvas(before.pixmap.size, after.pixmap.size, second.path, request.limits)
        if !areEqual, !leftHashes.contains(other.hash), !rightHashes.contains(one.hash),
          likeness.suggestsPair(one.signature, other.signature)
        {
          differences[left.index - 1] = request.pictures.difference(
            before.pixmap, after.pixmap, at: time)
        }
      }
      if let before { time = time + before.duration }
    }
    self.first = try leftCollector.survey(of: left)
    self.second = try rightCollector.survey(of: right)
    self.differences = differences
  }
}

/// Finds frames of one number that will not be paired: where one is more like the frame before the
/// other, frames were dropped or inserted, and comparing them now would be work for nothing.
private struct LikenessInStep {
  private var before: (first: FrameSignature, second: FrameSignature)?

  /// Takes the next frames; true where nothing is known of their likeness.
  mutating func suggestsPair(_ first: FrameSignature?, _ second: FrameSignature?) -> Bool {
    guard let first, let second else { return true }
    defer { before = (first, second) }
    guard let before else { return true }
    let distance = first.distance(to: second)
    return distance <= first.distance(to: before.second)
      && distance <= before.first.distance(to: second)
  }
}

/// Throws `.badData` where the canvas that holds both pictures has more pixels than one picture may
/// have: masks and the picture of a difference are as large, and 1 x 65536 beside 65536 x 1 makes
/// four billion pixels of two small files.
func checkCanvas(
  _ first: PixelSize, _ second: PixelSize, _ path: String, _ limits: RenderLimits
) throws(HeaderKitError) {
  let width = max(first.width, second.width)
  let height = max(first.height, second.height)
  let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
  guard overflows || pixels > limits.pixels else { return }
  throw HeaderKitError(
    .badData, subject: .file(path),
    reason: "is \(second.width) x \(second.height), the baseline \(first.width) x \(first.height): "
      + "together more than \(limits.pixels.grouped) pixels",
    remedy: "raise the limit with \(.pixelLimit)")
}
