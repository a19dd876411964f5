import CodecInterface
public import FileAccess
public import GIF
import ImageCodecs
public import PortableMath
public import Raster
import VisualDiff

/// Encodes frames that a user already has through the encoders of renders.
///
/// ```swift
/// var request = EncodeRequest()
/// request.inputs = [folder + "/red.png", folder + "/green.png"]
/// request.framesPerSecond = 10
/// request.gif.quality = 90
/// let outcome = try FrameSequenceEncoder(request).encode(
///   to: [try OutputTarget(folder + "/colours.gif")])
/// ```
public struct FrameSequenceEncoder: Sendable {
  private let request: EncodeRequest

  /// Encodes what `request` names.
  public init(_ request: EncodeRequest) {
    self.request = request
  }

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
    try constraint.check(targets)
    try OutputCheck.check(targets: targets, inputs: request.inputs)
    let clock = StageClock()
    var outputs: [any RenderOutput] = []
    var (count, different) = (0, 0)
    var duration = RationalTime.zero
    var last: Pixmap?
    let png = targets.contains { $0.format == .frames }
    let hashes = request.frameHashes && targets.recordsHashes
    let warnings = try ArrangedFrames(request: request).forEach { frame throws(HeaderKitError) in
      if outputs.isEmpty {
        for target in targets {
          outputs.append(
            try open(target, frame: frame, replacesFrames: replacesFrames, clock: clock))
        }
      }
      let run = PaintedRun(
        picture: frame.picture, hash: hashes ? PixelHash(frame.picture) : nil,
        png: png ? try pngData(frame.picture, clock) : nil,
        durations: [frame.duration])
      for output in outputs { try output.append(run) }
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

  private var constraint: GIFSizeConstraint {
    GIFSizeConstraint(
      options: request.gif, maxBytes: request.maxBytes, reductions: request.reductions,
      measures: request.measuresGIF, limits: request.limits)
  }

  private func open(
    _ target: OutputTarget, frame: FrameSource.Frame, replacesFrames: Bool, clock: StageClock
  ) throws(HeaderKitError) -> any RenderOutput {
    var factory = OutputFactory(
      gif: constraint, pngLevel: request.pngLevel, size: frame.picture.size, rate: frame.rate,
      chosenRate: request.framesPerSecond.flatMap { $0.multiplied(by: request.speed) },
      frameLimit: request.limits.frames, recordsHashes: request.frameHashes,
      replacesFrames: replacesFrames, jobs: request.jobCount, clock: clock)
    if target.format == .frames { factory.chosenRate = nil }
    return try factory.open(target)
  }

  private func pngData(
    _ picture: Pixmap, _ clock: StageClock
  ) throws(HeaderKitError) -> [UInt8] {
    do {
      return try clock.measure(.encode) { () throws(CodecError) in
        try PNGEncoder.encode(
          picture, options: PNGOptions(level: request.pngLevel ?? PNGOptions.standard.level))
      }
    } catch {
      throw HeaderKitError(error, subject: .property(.pngLevel), writing: true)
    }
  }
}

/// Frames that a user already has, to be encoded.
public struct EncodeRequest: Sendable {
  /// Picture files in order, one folder of them, one animation, or `-` for Y4M on standard input.
  public var inputs: [String] = []
  /// Frames a second; nil: the animation's own times, 30 for pictures.
  public var framesPerSecond: RationalTime?
  /// The frames that are kept, counted from 0; nil: all.
  public var frames: ClosedRange<Int>?
  /// How many times as fast the frames follow each other, positive; none is left out.
  public var speed: RationalTime = 1
  /// Seconds that the first frame is shown longer, 0...
  public var holdFirst: RationalTime = 0
  /// Seconds that the last frame is shown longer, 0...
  public var holdLast: RationalTime = 0
  /// Whether the frames between the ends are shown once more backwards.
  public var boomerang = false
  /// What lies beneath transparent pixels; nil: they stay transparent where a format can say so. In a
  /// GIF pixels of less than half opacity are then clear and all others opaque.
  public var background: Color?
  /// What the inputs may cost.
  public var limits = RenderLimits()
  /// How a GIF is packed.
  public var gif = GIFOptions()
  /// The most bytes that a GIF may have: the quality, at most that of `gif`, or 100 where that is
  /// nil, is lowered until it fits. Nil: as large as it becomes.
  public var maxBytes: Int?
  /// What may give way beside quality where `maxBytes` is small.
  public var reductions: Set<GIFReductionPolicy> = []
  /// Whether GIFs are compared with their source frames, see `GIFReport`.
  public var measuresGIF = false
  /// Compression of PNG data, 0...9; nil: the standard level.
  public var pngLevel: Int?
  /// Pictures that are read and frames of a GIF that are encoded at a time, 1...; nil: as many as there are
  /// processors. Does not change the result.
  public var jobs: Int?
  /// The same with the number of processors known.
  var jobCount: Int { max(1, jobs ?? Processors.count) }
  /// Whether a GIF or an animated PNG records its frames' hashes and times before encoding, so that
  /// comparisons tell changes of frames from the noise of palettes.
  public var frameHashes = true

  /// No frames yet.
  public init() {}
}
