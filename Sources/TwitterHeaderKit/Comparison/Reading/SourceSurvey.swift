import ImageCodecs
import Raster
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
    var frames: [(hash: PixelHash, duration: Flicks)] = []
    var first: Pixmap?
    var hasTimes = false
    while let frame = try stream.next() {
      if let first, first.size != frame.pixmap.size {
        throw HeaderKitError(
          .badData, subject: source.path,
          reason: "frame \(frames.count) is \(frame.pixmap.width) x \(frame.pixmap.height), "
            + "the first is \(first.width) x \(first.height)",
          hint: "frames of one animation have one size")
      }
      if first == nil { first = frame.pixmap }
      if frame.duration > .zero { hasTimes = true }
      let duration = Flicks(
        numerator: frame.duration.numerator, denominator: frame.duration.denominator)
      frames.append((PixelHash(frame.pixmap), duration))
    }
    guard let first else {
      throw HeaderKitError(.badData, subject: source.path, reason: "has no frames")
    }
    timeline = Timeline(frames: frames, plays: stream.plays)
    size = first.size
    firstFrame = first
    self.hasTimes = hasTimes
  }
}
