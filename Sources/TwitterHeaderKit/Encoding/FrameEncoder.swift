/// Encodes frames that a user already has through the encoders of renders.
public struct FrameEncoder: Sendable {
  private let request: EncodeRequest

  /// Encodes what `request` names.
  public init(_ request: EncodeRequest) {
    self.request = request
  }

  /// Reads every frame once and writes every target. Returns how many frames there were.
  ///
  /// - Parameter progress: called with the frames done.
  public func encode(
    to targets: [OutputTarget], replacesFrames: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws(HeaderKitError) -> Int {
    guard !request.inputs.isEmpty else {
      throw HeaderKitError(
        .usage, reason: "no frames are named",
        hint: "name PNG files, a folder, an animation, or '-' for Y4M")
    }
    var outputs: [any RenderOutput] = []
    var count = 0
    let png = targets.contains { $0.form == .frames }
    try FrameSource(request).forEach { picture, duration throws(HeaderKitError) in
      if outputs.isEmpty {
        for target in targets {
          outputs.append(
            try open(
              target, size: picture.size, duration: duration, replacesFrames: replacesFrames))
        }
      }
      let run = PaintedRun(
        picture: picture, png: png ? try pngData(picture) : nil, states: [],
        durations: [duration])
      for output in outputs { try output.append(run) }
      count += 1
      progress(count)
    }
    for output in outputs { try output.finish() }
    for output in outputs { try output.commit() }
    return count
  }

  private func open(
    _ target: OutputTarget, size: PixelSize, duration: FrameDuration, replacesFrames: Bool
  ) throws(HeaderKitError) -> any RenderOutput {
    let rate = Fraction(duration.denominator, over: max(1, duration.numerator))
    return try OutputFactory(
      gif: request.gif, pngLevel: request.pngLevel, size: size,
      rate: request.framesPerSecond ?? rate ?? ScrollCurve.standardFramesPerSecond,
      replacesFrames: replacesFrames
    ).open(target)
  }

  private func pngData(_ picture: Pixmap) throws(HeaderKitError) -> [UInt8] {
    do {
      return try PNGEncoder.encode(
        picture, options: PNGOptions(level: request.pngLevel ?? PNGOptions.standard.level))
    } catch {
      throw HeaderKitError(error, subject: "--png-level", writing: true)
    }
  }
}
