package import CodecInterface
package import FileAccess
public import GIF
package import ImageCodecs
import PortableMath
package import Raster

/// How frames are encoded; each format takes what it knows.
public struct EncodingOptions: Sendable {
  /// How a GIF is packed; quality and effort are those of a WebP and of a video too.
  public var gif = GIFOptions()
  /// The most bytes that a GIF, WebP or video may have: the quality, at most that of `gif`, or 100
  /// where that is nil, is lowered until it fits. Nil: as large as it becomes.
  public var maxBytes: Int?
  /// What may give way beside quality where `maxBytes` is small.
  public var reductions: Set<ReductionPolicy> = []
  /// Whether GIFs are compared with their source frames, see `GIFReport`.
  public var measuresGIF = false
  /// Compression of PNG data, 0...9; nil: the standard level.
  public var pngLevel: Int?
  /// Whether a GIF, a WebP or an animated PNG records its frames' hashes and times before encoding,
  /// so that comparisons tell changes of frames from the noise of palettes.
  public var frameHashes = true

  /// The standard of each format.
  public init() {}

  var record: FrameHashes? { frameHashes ? FrameHashes() : nil }

  package func records(in targets: [OutputTarget]) -> Bool {
    frameHashes && targets.contains { [.gif, .apng, .png, .webp].contains($0.format) }
  }

  /// Leaves out what is asked of sizes where nothing can be made to fit.
  package mutating func keepSizeLimit(_ canFit: Bool) {
    if !canFit { maxBytes = nil }
    if maxBytes == nil { reductions = [] }
  }

  package var png: PNGOptions { PNGOptions(level: pngLevel) }

  /// The same for files of a folder of frames: a level that is out of range is refused now.
  package func framePNG() throws(HeaderKitError) -> PNGOptions {
    try HeaderKitError.coding(.property(.pngLevel), writing: true, png.check())
    return png
  }

  package func framePNG(of picture: Pixmap, _ clock: StageClock) throws(HeaderKitError) -> [UInt8] {
    try clock.encode(.property(.pngLevel), PNGEncoder.encode(picture, options: png))
  }
}

/// How one picture is packed; each format takes what it knows.
public struct PicturePacking: Hashable, Sendable {
  /// Compression of PNG data, 0...9; nil: the standard level.
  public var pngLevel: Int?
  /// JPEG, and WebP, where 100 is lossless: 1...100; nil: `standardQuality` of JPEG, the standard of
  /// an animation for WebP.
  public var quality: Int?
  /// WebP effort, 1...9.
  public var effort: Int

  /// The quality of a JPEG: colour for every pixel, so that text stays sharp.
  public static let standardQuality = 90

  /// As standard, unless given.
  public init(pngLevel: Int? = nil, quality: Int? = nil, effort: Int = GIFOptions.defaultEffort) {
    (self.pngLevel, self.quality, self.effort) = (pngLevel, quality, effort)
  }

  package init(_ encoding: EncodingOptions) {
    self.init(
      pngLevel: encoding.pngLevel, quality: encoding.gif.lossless ? 100 : encoding.gif.quality,
      effort: encoding.gif.effort)
  }

  package func encode(_ picture: Pixmap, as format: OutputFormat) throws(CodecError) -> [UInt8] {
    switch format {
    case .jpeg:
      return try JPEGEncoder.encode(picture, quality: quality ?? Self.standardQuality)
    case .webp:
      var encoder = try WebPEncoder(
        size: picture.size, options: WebPOptions(quality: quality, effort: effort))
      return try encoder.append(picture, duration: .zero) + encoder.finish()
    default: return try PNGEncoder.encode(picture, options: PNGOptions(level: pngLevel))
    }
  }
}

extension EncodingOptions {
  /// The quality of an animation, or the highest that may be chosen where it must fit a size.
  package var highestQuality: Int {
    gif.quality ?? (maxBytes == nil ? GIFOptions.defaultQuality : 100)
  }

  /// Whether the frames are needed once only.
  func isPlain(_ format: OutputFormat) -> Bool {
    !format.hasQuality || maxBytes == nil && !(measuresGIF && format == .gif)
  }

  /// Throws `.usage` where a size is asked of what has no quality, or of a lossless animation.
  package func check(_ targets: [OutputTarget]) throws(HeaderKitError) {
    guard maxBytes != nil else {
      guard reductions.isEmpty else {
        throw HeaderKitError(
          .usage, subject: .property(.reductions), reason: "there is no size that must be kept",
          remedy: "give \(.maxBytes) too")
      }
      return
    }
    guard targets.contains(where: \.format.hasQuality) else {
      throw HeaderKitError(
        .usage, subject: .property(.maxBytes),
        reason: "only a GIF, a WebP or a video can be made to fit",
        remedy: "name an output that ends in .gif, .webp, .mp4, .webm or .avif")
    }
    guard !gif.lossless else {
      throw HeaderKitError(
        .usage, subject: .property(.maxBytes), reason: "a lossless file has no quality to lower",
        remedy: "leave out \(.lossless) or \(.maxBytes)")
    }
  }
}

extension RequestProperty {
  package static let maxBytes: RequestProperty = "encoding.maxBytes"
  package static let pngLevel = RequestProperty("encoding.pngLevel", option: "pngLevel")
}

extension StageClock {
  /// The value of `work`, counted as encoding; an error of a codec becomes one about `subject`.
  package func encode<Result>(
    _ subject: HeaderKitError.Subject, _ work: @autoclosure () throws(CodecError) -> Result
  ) throws(HeaderKitError) -> Result {
    try HeaderKitError.coding(subject, writing: true, measure(.encode, work))
  }
}
