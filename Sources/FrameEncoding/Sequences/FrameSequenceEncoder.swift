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
///   to: [try OutputTarget(folder + "/colours.gif")])
/// ```
public struct FrameSequenceEncoder: Sendable {
  private let request: EncodeRequest

  /// Encodes what `request` names.
  public init(_ request: EncodeRequest) { self.request = request }

  /// Reads every frame once and writes every target. All outputs appear together at the end, or none
  /// does. In a folder of frames each frame is one file, however long it is shown.
  ///
  /// - Parameters:
  ///   - replacesFrames: whether frames of an older, longer animation in a target folder are removed.
  ///   - progress: called with the frames done.
  public func encode(
    to targets: [OutputTarget], replacesFrames: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws(HeaderKitError) -> RenderOutcome {
    guard !request.inputs.isEmpty else {
      throw HeaderKitError(
        .usage, reason: "no frames are named",
        remedy: "name PNG files, a folder, an animation, or '-' for Y4M")
    }
    try request.encoding.check(targets)
    try OutputCheck.check(targets: targets, inputs: request.inputs)
    let clock = StageClock()
    var outputs: [any RenderOutput] = []
    var (count, different) = (0, 0)
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
        .badData, subject: .file(request.inputs.joined(separator: " ")), reason: "holds no frame",
        remedy: "name pictures or an animation")
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

/// Frames that a user already has, to be encoded.
public struct EncodeRequest: Sendable {
  /// Picture files in order, one folder of them, one animation, one video where ffmpeg is installed, or `-`
  /// for Y4M on standard input.
  public var inputs: [String] = []
  /// Without a rate frames have the animation's own times, 30 a second if pictures; speed leaves none
  /// out; those that are kept are counted as they are read.
  public var playback = PlaybackOptions()
  /// What lies beneath transparent pixels; nil: they stay transparent where a format can say so. In a
  /// GIF pixels of less than half opacity are then clear and all others opaque.
  public var background: Color?
  /// Whether an animation that is encoded anew plays as often as it did, whatever `encoding` says.
  public var keepsLoop = false
  /// What the inputs may cost.
  public var limits = RenderLimits()
  /// How the outputs are encoded.
  public var encoding = EncodingOptions()
  /// Pictures that are read and frames of a GIF that are encoded at a time, 1...; nil: as many as there are
  /// processors. Does not change the result.
  public var jobs: Int?
  var jobCount: Int { max(1, jobs ?? Processors.count) }

  /// No frames yet.
  public init() {}
}
