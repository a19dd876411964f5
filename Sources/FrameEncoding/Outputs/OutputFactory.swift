import CodecInterface
package import FileAccess
package import GIF
package import ImageCodecs
package import PortableMath

package struct OutputFactory {
  var constraint: SizeConstraint
  var size: PixelSize
  let rate: RationalTime
  /// The rate that a user chose; nil: the frames have times of their own, each is one file.
  var chosenRate: RationalTime?
  var expectedFiles: Int?
  let replacesFrames: Bool
  /// Frames of a GIF that are encoded at a time, 1...
  let jobs: Int
  let clock: StageClock

  private var encoding: EncodingOptions { constraint.encoding }

  package init(
    constraint: SizeConstraint, size: PixelSize, rate: RationalTime, chosenRate: RationalTime?,
    expectedFiles: Int? = nil, replacesFrames: Bool, jobs: Int, clock: StageClock
  ) {
    self.constraint = constraint
    self.size = size
    self.rate = rate
    self.chosenRate = chosenRate
    self.expectedFiles = expectedFiles
    self.replacesFrames = replacesFrames
    self.jobs = jobs
    self.clock = clock
  }

  package func open(_ target: OutputTarget) throws(HeaderKitError) -> any RenderOutput {
    if target.format == .gif, let rate = chosenRate, rate.numerator > 50 * rate.denominator {
      throw HeaderKitError(
        .usage, subject: .property(.framesPerSecond),
        reason: "\(OutputFactory.text(rate)) is too fast for a GIF: browsers play delays below "
          + "2/100 s as 10/100 s",
        remedy: "give at most 50, any \(.speed) counted in, or choose .apng")
    }
    guard constraint.isPlain(target.format) else {
      return try SizeLimitedOutput(target, factory: self)
    }
    switch target.format {
    case .frames:
      return try FrameFilesOutput(
        target.framePattern ?? FramePattern(folder: target.path),
        interval: chosenRate.flatMap(\.inverse), expected: expectedFiles,
        replaces: replacesFrames, clock: clock)
    case .gif, .apng, .png, .webp:
      return try AnimationFileOutput(
        target.path,
        encoder: HeaderKitError.coding(.file(target.path), writing: true, encoder(target)),
        record: encoding.record, clock: clock)
    case .y4m:
      return try Y4MFileOutput(target.path, stream: stream(target), clock: clock)
    case .mp4, .webm, .avif: return try video(target)
    case .jpeg:
      throw HeaderKitError(
        .usage, subject: .file(target.path), reason: "a JPEG holds one picture, no animation")
    }
  }

  private func stream(_ target: OutputTarget) throws(HeaderKitError) -> Y4MStream {
    try HeaderKitError.coding(
      .file(target.path), writing: true,
      Y4MStream(
        path: target.path, size: size, interval: rate.inverse ?? .zero,
        frameLimit: constraint.limits.frames))
  }

  func encoder(_ target: OutputTarget) throws(CodecError) -> any AnimationEncoder {
    switch target.format {
    case .gif:
      try ParallelGIFEncoder(size: size, options: encoding.gif, jobs: jobs, clock: clock)
    case .webp: try WebPEncoder(size: size, options: encoding.gif.webP)
    default:
      try APNGEncoder(
        size: size,
        loopCount: encoding.gif.loop.plays ?? 0, png: encoding.png)
    }
  }

  func video(_ target: OutputTarget) throws(HeaderKitError) -> VideoFileOutput {
    try VideoFileOutput(
      target, stream: stream(target), quality: encoding.gif.videoQuality,
      effort: encoding.gif.effort, clock: clock)
  }

  private static func text(_ rate: RationalTime) -> String {
    rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
  }
}

extension GIFOptions.Loop {
  /// How often the animation plays; nil: for ever.
  package var plays: Int? {
    switch self {
    case .forever: nil
    case .plays(let count): count
    }
  }
}

extension GIFOptions {
  /// The same for a WebP: quality 100 is lossless, as is what must be.
  package var webP: WebPOptions {
    WebPOptions(
      quality: lossless ? 100 : quality, effort: effort, loopCount: loop.plays ?? 0)
  }

  var videoQuality: Int { quality ?? GIFOptions.defaultQuality }
}
