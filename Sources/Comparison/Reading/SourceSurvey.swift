import CodecInterface
import Files
import ImageCodecs
import Numerics
import Raster
import Rendering
import VisualDiff

/// What one pass over a side tells: its timeline, its size and its first frame.
struct SourceSurvey: Sendable {
  let timeline: Timeline
  let size: PixelSize
  let firstFrame: Pixmap
  /// Whether the frames have times.
  let hasTimes: Bool

  var isAnimation: Bool { timeline.frames.count > 1 }

  /// Reads all frames; memory stays that of one.
  init(_ source: ComparedSource, limits: RenderLimits) throws(HeaderKitError) {
    var stream = try source.open(limits: limits)
    var collector = SurveyCollector(path: source.path)
    while let frame = try stream.next() { try collector.add(frame, PixelHash(frame.pixmap)) }
    self = try collector.survey(plays: stream.plays)
  }

  fileprivate init(timeline: Timeline, firstFrame: Pixmap, hasTimes: Bool) {
    self.timeline = timeline
    size = firstFrame.size
    self.firstFrame = firstFrame
    self.hasTimes = hasTimes
  }
}

/// Takes in the frames of one side.
struct SurveyCollector {
  let path: String
  private(set) var frames: [(hash: PixelHash, duration: RationalTime)] = []
  private var firstFrame: Pixmap?
  private var hasTimes = false

  init(path: String) { self.path = path }

  /// Takes the next frame. Throws `.badData` for one of another size.
  mutating func add(_ frame: AnimationFrame, _ hash: PixelHash) throws(HeaderKitError) {
    if let firstFrame, firstFrame.size != frame.pixmap.size {
      throw HeaderKitError(
        .badData, subject: .file(path),
        reason: "frame \(frames.count) is \(frame.pixmap.width) x \(frame.pixmap.height), "
          + "the first is \(firstFrame.width) x \(firstFrame.height)",
        remedy: "frames of one animation have one size")
    }
    if firstFrame == nil { firstFrame = frame.pixmap }
    if frame.duration > .zero { hasTimes = true }
    let duration =
      RationalTime(frame.duration.numerator, over: frame.duration.denominator) ?? .zero
    frames.append((hash, duration))
  }

  /// All that was taken in. Throws `.badData` for nothing.
  func survey(plays: Int?) throws(HeaderKitError) -> SourceSurvey {
    guard let firstFrame else {
      throw HeaderKitError(.badData, subject: .file(path), reason: "has no frames")
    }
    return SourceSurvey(
      timeline: Timeline(frames: frames, plays: plays), firstFrame: firstFrame,
      hasTimes: hasTimes)
  }
}
