import CodecInterface
public import Files
import CodecInterface
import ImageCodecs
import Numerics
import Raster
import Scrolling

/// Encodes frames that a user already has through the encoders of renders.
public struct FrameEncoder: Sendable {
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
        hint: "name PNG files, a folder, an animation, or '-' for Y4M")
    }
    try demand.check(targets)
    try OutputCheck.check(targets: targets, inputs: request.inputs)
    let clock = StageClock()
    var outputs: [any RenderOutput] = []
    var (count, different) = (0, 0)
    var duration = RationalTime.zero
    var last: Pixmap?
    let png = targets.contains { $0.form == .frames }
    try ArrangedFrames(request: request).forEach { frame throws(HeaderKitError) in
      if outputs.isEmpty {
        for target in targets {
          outputs.append(
            try open(target, frame: frame, replacesFrames: replacesFrames, clock: clock))
        }
      }
      let run = PaintedRun(
        picture: frame.picture, png: png ? try pngData(frame.picture, clock) : nil, states: [],
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
        .badData, subject: request.inputs.joined(separator: " "), reason: "holds no frame",
        hint: "name pictures or an animation")
    }
    try outputs.complete()
    return RenderOutcome(
      frames: count, paintedFrames: different, width: last.width, height: last.height,
      duration: duration.seconds, outputs: zip(targets, outputs).map(RenderOutcome.Output.init),
      warnings: [], cost: RenderCost(clock))
  }

  private var demand: GIFDemand {
    GIFDemand(
      options: request.gif, maxBytes: request.maxBytes, yields: request.yields,
      measures: request.measuresGIF, limits: request.limits)
  }

  private func open(
    _ target: OutputTarget, frame: FrameSource.Frame, replacesFrames: Bool, clock: StageClock
  ) throws(HeaderKitError) -> any RenderOutput {
    var factory = OutputFactory(
      gif: demand, pngLevel: request.pngLevel, size: frame.picture.size, rate: frame.rate,
      chosenRate: request.framesPerSecond.flatMap { $0.multiplied(by: request.speed) },
      frameLimit: request.limits.frames,
      replacesFrames: replacesFrames, clock: clock)
    if target.form == .frames { factory.chosenRate = nil }
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
      throw HeaderKitError(error, subject: "--png-level", writing: true)
    }
  }
}
