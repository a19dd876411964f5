import CodecInterface
package import FileAccess
package import GIF
package import ImageCodecs
package import PortableMath

package struct OutputFactory {
  var encoding: EncodingOptions
  let limits: RenderLimits
  var size: PixelSize
  let rate: RationalTime
  /// The frame rate requested by the user. `nil` means that frames have individual times, and a
  /// folder of frames has one file per frame.
  let chosenRate: RationalTime?
  /// The number of frame files if it is known in advance, else `nil`.
  let expectedFiles: Int?
  let replacesFrames: Bool
  /// The maximum number of GIF frames encoded concurrently, at least 1.
  let jobs: Int
  let clock: StageClock

  package init(
    _ encoding: EncodingOptions, limits: RenderLimits, size: PixelSize, rate: RationalTime,
    chosenRate: RationalTime?, expectedFiles: Int? = nil, replacesFrames: Bool, jobs: Int,
    clock: StageClock
  ) {
    self.encoding = encoding
    self.limits = limits
    self.jobs = jobs
    self.clock = clock
    self.size = size
    self.rate = rate
    self.chosenRate = chosenRate
    self.expectedFiles = expectedFiles
    self.replacesFrames = replacesFrames
  }

  package func open(_ target: OutputTarget) throws(HeaderKitError) -> any RenderOutput {
    if target.format == .gif, let rate = chosenRate, rate.numerator > 50 * rate.denominator {
      throw HeaderKitError(
        .usage, subject: .property(.framesPerSecond),
        reason: "\(OutputFactory.text(rate)) is too fast for a GIF: browsers play delays below "
          + "2/100 s as 10/100 s",
        remedy: "give at most 50, including \(.speed), or choose .apng")
    }
    guard encoding.isPlain(target.format) else { return try SizeLimitedOutput(target, self) }
    switch target.format {
    case .frames: return try FrameFilesOutput(target, self)
    case .gif, .apng, .png, .webp:
      return try AnimationFileOutput(
        target.path,
        encoder: HeaderKitError.coding(.file(target.path), writing: true, encoder(target)),
        record: encoding.record, clock: clock)
    case .y4m, .mp4, .webm, .avif: return try StreamOutput(target, self)
    case .jpeg:
      throw HeaderKitError(
        .usage, subject: .file(target.path), reason: "a JPEG cannot contain an animation")
    }
  }

  func encoder(_ target: OutputTarget) throws(CodecError) -> any AnimationEncoder {
    switch target.format {
    case .gif: try ParallelGIFEncoder(size: size, options: encoding.gif, jobs: jobs, clock: clock)
    case .webp: try WebPEncoder(size: size, options: encoding.gif.webP)
    default:
      try APNGEncoder(size: size, loopCount: encoding.gif.loop.plays ?? 0, png: encoding.png)
    }
  }

  private static func text(_ rate: RationalTime) -> String {
    rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
  }
}

extension GIFOptions.Loop {
  /// The play count, or `nil` to loop forever.
  package var plays: Int? {
    switch self {
    case .forever: nil
    case .plays(let count): count
    }
  }
}

extension GIFOptions {
  /// The corresponding WebP options. Lossless WebP has quality 100.
  package var webP: WebPOptions {
    WebPOptions(quality: lossless ? 100 : quality, effort: effort, loopCount: loop.plays ?? 0)
  }

  var videoQuality: Int { quality ?? GIFOptions.defaultQuality }
}
