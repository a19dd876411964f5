package import CodecInterface
package import FileAccess
public import GIF
package import ImageCodecs
import PortableMath
package import Raster

/// Encoding options for all formats. Options that a format does not support are ignored.
public struct EncodingOptions: Sendable {
  /// The options of GIFs. Quality and effort also apply to WebP and video.
  public var gif = GIFOptions()
  /// The maximum size of a GIF, WebP or video in bytes. The quality is lowered until the file fits,
  /// starting at the quality of `gif`, or at 100 if that is `nil`. `nil` means no limit.
  public var maxBytes: Int?
  /// The reductions that may be applied in addition to lower quality if `maxBytes` is set.
  public var reductions: Set<ReductionPolicy> = []
  /// True if GIFs are compared with their source frames, see `GIFReport`.
  public var measuresGIF = false
  /// The compression level of PNG data in 0...9. `nil` uses the default level.
  public var pngLevel: Int?
  /// True if GIF, WebP and APNG files include the hashes and times of their frames before encoding.
  /// Comparisons use them to distinguish changed frames from quantization noise.
  public var frameHashes = true

  /// Creates the default options.
  public init() {}

  var record: FrameHashes? { frameHashes ? FrameHashes() : nil }

  package func records(in targets: [OutputTarget]) -> Bool {
    frameHashes && targets.contains { [.gif, .apng, .png, .webp].contains($0.format) }
  }

  /// Removes the size limit if no output supports one, and the reductions without a limit.
  package mutating func keepSizeLimit(_ canFit: Bool) {
    if !canFit { maxBytes = nil }
    if maxBytes == nil { reductions = [] }
  }

  package var png: PNGOptions { PNGOptions(level: pngLevel) }

  /// The PNG options for a folder of frames.
  ///
  /// - Throws: An error if the compression level is out of range.
  package func framePNG() throws(HeaderKitError) -> PNGOptions {
    try HeaderKitError.coding(.property(.pngLevel), writing: true, png.check())
    return png
  }

  package func framePNG(of picture: Pixmap, _ clock: StageClock) throws(HeaderKitError) -> [UInt8] {
    try clock.encode(.property(.pngLevel), PNGEncoder.encode(picture, options: png))
  }
}

/// Encoding options for a single picture. Options that a format does not support are ignored.
public struct PicturePacking: Hashable, Sendable {
  /// The compression level of PNG data in 0...9. `nil` uses the default level.
  public var pngLevel: Int?
  /// The quality of JPEG and WebP in 1...100. A WebP of quality 100 is lossless. `nil` uses
  /// `standardQuality` for JPEG and the default of animations for WebP.
  public var quality: Int?
  /// The effort of WebP compression in 1...9.
  public var effort: Int

  /// The default JPEG quality. Chroma is not subsampled, which keeps text sharp.
  public static let standardQuality = 90

  /// Creates options.
  public init(pngLevel: Int? = nil, quality: Int? = nil, effort: Int = GIFOptions.defaultEffort) {
    self.pngLevel = pngLevel
    self.quality = quality
    self.effort = effort
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
  /// The quality of an animation, or the highest that may be chosen if there is a size limit.
  package var highestQuality: Int {
    gif.quality ?? (maxBytes == nil ? GIFOptions.defaultQuality : 100)
  }

  /// Returns true if the frames are encoded only once.
  func isPlain(_ format: OutputFormat) -> Bool {
    !format.hasQuality || maxBytes == nil && !(measuresGIF && format == .gif)
  }

  /// Checks that the size limit is supported.
  ///
  /// - Throws: `.usage` if there is a limit but no target with a quality, if the animation is
  ///   lossless, or if there are reductions without a limit.
  package func check(_ targets: [OutputTarget]) throws(HeaderKitError) {
    guard maxBytes != nil else {
      guard reductions.isEmpty else {
        throw HeaderKitError(
          .usage, subject: .property(.reductions), reason: "requires a size limit",
          remedy: "add \(.maxBytes)")
      }
      return
    }
    guard targets.contains(where: \.format.hasQuality) else {
      throw HeaderKitError(
        .usage, subject: .property(.maxBytes),
        reason: "only a GIF, a WebP or a video can be reduced",
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
  /// Returns the result of `work`, measured as encoding. Codec errors are converted to errors about
  /// `subject`.
  package func encode<Result>(
    _ subject: HeaderKitError.Subject, _ work: @autoclosure () throws(CodecError) -> Result
  ) throws(HeaderKitError) -> Result {
    try HeaderKitError.coding(subject, writing: true, measure(.encode, work))
  }
}
