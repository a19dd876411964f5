public import FileAccess
import GIF
import PortableMath
public import Raster
public import Scrolling
import VisualDiff

/// Encodes frames that a user already has through the encoders of renders.
///
/// ```swift
/// var request = EncodeRequest()
/// request.inputs = [folder + "/red.png", folder + "/green.png"]
/// request.playback.framesPerSecond = 10
/// request.encoding.gif.quality = 90
/// let outcome = try FrameSequenceEncoder(request).encode(
///   to: [try OutputTarget(folder + "/colors.gif")])
/// ```
public struct FrameSequenceEncoder: Sendable {
  private let request: EncodeRequest

  /// Creates an encoder for a request.
  public init(_ request: EncodeRequest) { self.request = request }

  /// Reads each frame once and encodes it for all targets. Either all outputs appear at the end or
  /// none. In a folder of frames, each frame is one file regardless of its duration.
  ///
  /// - Parameters:
  ///   - replacesFrames: Whether to remove remaining files of an older, longer animation from a
  ///     target folder.
  ///   - progress: Called with the number of frames processed so far.
  public func encode(
    to targets: [OutputTarget], replacesFrames: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws(HeaderKitError) -> RenderOutcome {
    guard !request.inputs.isEmpty else {
      throw HeaderKitError(
        .usage, reason: "no frames are given",
        remedy: "pass PNG files, a folder, an animation, or '-' for Y4M")
    }
    try request.encoding.check(targets)
    try OutputCheck.check(targets: targets, inputs: request.inputs)
    let clock = StageClock()
    var outputs: [any RenderOutput] = []
    var count = 0
    var different = 0
    var duration = RationalTime.zero
    var last: Pixmap?
    let png = targets.contains { $0.format == .frames }
    let hashes = request.encoding.records(in: targets)
    let warnings = try ArrangedFrames(request: request).forEach { frame throws(HeaderKitError) in
      if outputs.isEmpty {
        for target in targets {
          outputs.append(
            try open(target, frame: frame, replacesFrames: replacesFrames, clock: clock))
        }
      }
      let hash = hashes ? PixelHash(frame.picture) : nil
      let png = png ? try request.encoding.framePNG(of: frame.picture, clock) : nil
      for (target, output) in zip(targets, outputs) {
        let isInstant = frame.isInstant && [.apng, .png, .webp].contains(target.format)
        try output.append(
          PaintedRun(
            picture: frame.picture, hash: hash, png: png,
            durations: [isInstant ? .zero : frame.duration]))
      }
      count += 1
      if frame.picture != last { different += 1 }
      last = frame.picture
      duration = duration + frame.duration
      progress(count)
    }
    guard let last else {
      throw HeaderKitError(
        .badData, subject: .file(request.inputs.joined(separator: " ")),
        reason: "contains no frames",
        remedy: "pass images or an animation")
    }
    try outputs.complete()
    return RenderOutcome(
      frames: count, paintedFrames: different, size: last.size, duration: duration,
      outputs: zip(targets, outputs).map(RenderOutcome.Output.init), warnings: warnings,
      clock: clock)
  }

  private func open(
    _ target: OutputTarget, frame: FrameSource.Frame, replacesFrames: Bool, clock: StageClock
  ) throws(HeaderKitError) -> any RenderOutput {
    var encoding = request.encoding
    if request.keepsLoop, let plays = frame.plays {
      encoding.gif.loop = plays == 0 ? .forever : .plays(plays)
    }
    let playback = request.playback
    let rate = playback.framesPerSecond.flatMap { $0.multiplied(by: playback.speed) }
    return try OutputFactory(
      encoding, limits: request.limits, size: frame.picture.size, rate: frame.rate,
      chosenRate: target.format == .frames ? nil : rate, replacesFrames: replacesFrames,
      jobs: request.jobCount, clock: clock
    ).open(target)
  }
}

/// A request to encode existing frames.
public struct EncodeRequest: Sendable {
  /// The inputs: picture files in order, a folder of pictures, an animation, a video if ffmpeg is
  /// installed, or `-` for Y4M on standard input.
  public var inputs: [String] = []
  /// The playback options. Without a frame rate, frames keep the animation's times, and pictures
  /// are shown at 30 frames per second. `speed` changes durations and skips no frames. The range of
  /// `frames` counts the frames in the order in which they are read.
  public var playback = PlaybackOptions()
  /// The color behind transparent pixels. `nil` keeps transparency if the format supports it. A GIF
  /// has no partial transparency: pixels with less than half opacity become transparent, all others
  /// opaque.
  public var background: Color?
  /// True if a re-encoded animation keeps its play count, which overrides the one in `encoding`.
  public var keepsLoop = false
  /// The limits on inputs.
  public var limits = RenderLimits()
  /// The encoding options of the outputs.
  public var encoding = EncodingOptions()
  /// The maximum number of pictures read, or GIF frames encoded, concurrently. At least 1. `nil`
  /// uses the processor count. Does not affect the result.
  public var jobs: Int?
  var jobCount: Int { max(1, jobs ?? Processors.count) }

  /// Creates a request without inputs.
  public init() {}
}
