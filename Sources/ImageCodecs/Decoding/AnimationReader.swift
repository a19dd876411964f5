public import CodecInterface
import GIF
public import PortableMath
package import Raster

/// Reads one picture out of the bytes of a PNG, JPEG, GIF or WebP file.
///
/// What is damaged or cut off is refused, unless no pixel can depend on it: then the picture comes
/// with a warning. Gamma and colour profiles are ignored: samples are taken for sRGB. Of an animation
/// the first frame is read.
package enum ImageDecoder {
  /// Decodes `bytes`, whose format is recognised by content.
  ///
  /// Throws `.tooLarge` before any pixel memory is asked for, and what the format's decoder throws.
  /// Cost: one pass over the pixels; peak memory is that of the pixmap, twice that for a PNG with
  /// alpha and for a JPEG with an orientation, four times that for a PNG with 16 bits a sample.
  package static func decode(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> DecodedImage {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    let (pixmap, warnings) =
      switch kind {
      case .png: (try PNGDecoder.decode(bytes, limits: limits), PNGChunk.damagedChunks(of: bytes))
      case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
      case .gif: try GIFReader.firstFrame(bytes, limits: limits)
      case .webp: (try WebPReader.firstFrame(bytes, limits: limits), [])
      }
    return DecodedImage(pixmap: pixmap, kind: kind, warnings: warnings)
  }
}

/// A picture as it was read: upright, sRGB-encoded, premultiplied.
package struct DecodedImage: Hashable, Sendable {
  package let pixmap: Pixmap
  package let kind: ImageKind
  /// What is wrong with the file though no pixel depends on it; one line each.
  package let warnings: [String]
}

/// What reads the frames of one format.
private protocol FrameReader {
  var size: PixelSize { get }
  /// As far as can be told before the frames are read.
  var frameCount: Int { get }
  var loopCount: Int? { get }
  var warnings: [String] { get }
  mutating func next() throws(CodecError) -> AnimationFrame?
}

extension GIFReader: FrameReader {}
extension APNGReader: FrameReader {}
extension WebPReader: FrameReader {
  var frameCount: Int { frames.count }
  var warnings: [String] { [] }
}

/// A still picture is the one frame of an animation, and lasts no time.
extension DecodedImage: FrameReader {
  var size: PixelSize { pixmap.size }
  var frameCount: Int { 1 }
  var loopCount: Int? { nil }
  func next() -> AnimationFrame? { AnimationFrame(pixmap: pixmap, duration: .zero) }
}

/// Reads an animation frame by frame: a GIF, an animated PNG or WebP, or a still picture as one frame.
///
/// Memory does not grow with the number of frames.
package struct AnimationReader: ~Copyable {
  package let kind: ImageKind
  private var reader: any FrameReader
  /// Whether the last frame was read, or an error met.
  private var isFinished = false

  /// Reads the header; the format is recognised by content.
  ///
  /// Throws like the format's decoder, and where all frames together are too much. A still picture is
  /// decoded here.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    var reader: (any FrameReader)? =
      switch kind {
      case .gif: try GIFReader(bytes: bytes, limits: limits)
      case .png: try APNGReader(bytes: bytes, limits: limits)
      case .webp: try WebPReader(bytes: bytes, limits: limits)
      case .jpeg: nil
      }
    if (reader as? WebPReader)?.isAnimated == false { reader = nil }
    if reader == nil { reader = try ImageDecoder.decode(bytes: bytes, limits: limits) }
    guard let reader else { throw CodecError.noFrame }
    try limits.check(frames: reader.frameCount, of: reader.size, bytes: bytes.count)
    (self.kind, self.reader) = (kind, reader)
  }

  package var size: PixelSize { reader.size }
  /// What is wrong with the file though every frame is as it should be; one line each. Complete
  /// after the last frame.
  package var warnings: [String] { reader.warnings }
  /// How often the animation plays: 0 for ever; nil if nothing is said up to the frame read last.
  package var loopCount: Int? { reader.loopCount }

  /// The next frame as a viewer shows it, or nil behind the last one. A still picture lasts no time.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame; there is nothing to read after that.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    guard !isFinished else { return nil }
    isFinished = true
    let frame = try reader.next()
    isFinished = frame == nil || reader is DecodedImage
    return frame
  }
}

/// All frames of an animation, in memory at once.
public struct DecodedAnimation: Hashable, Sendable {
  /// The format that was recognised.
  public let kind: ImageKind
  /// Of the canvas, and so of every frame.
  public let size: PixelSize
  /// At least one.
  public let frames: [AnimationFrame]
  /// 0 for ever; nil if the file says nothing.
  public let loopCount: Int?
  /// What is wrong with the file though every frame is as it should be; one line each.
  public let warnings: [String]

  /// How long one run through the frames takes.
  public var duration: RationalTime { frames.reduce(.zero) { $0 + $1.duration } }
}

/// Reads all frames of a GIF, an animated PNG or WebP; a still picture is an animation of one frame.
///
/// ```swift
/// let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/red.png"))
/// let animation = try AnimationDecoder.decode(bytes: Array(bytes))
/// print(animation.frames.count, "frames,", animation.duration.value, "s")
/// ```
public enum AnimationDecoder {
  /// Decodes `bytes` into memory: frames times canvas times 4 bytes.
  ///
  /// All frames together may have at most 8 times `limits.maxPixels` pixels; longer ones are to be
  /// read one at a time with `AnimationReader`. Throws like it.
  public static func decode(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> DecodedAnimation {
    var reader = try AnimationReader(bytes: bytes, limits: limits)
    let (allowed, overflow) = limits.maxPixels.multipliedReportingOverflow(by: 8)
    var frames: [AnimationFrame] = []
    while let frame = try reader.next() {
      frames.append(frame)
      guard overflow || frames.count <= allowed / reader.size.area else {
        throw CodecError(
          beyond: .pixels,
          message: "too large: more than \(allowed.grouped) pixels in all frames together")
      }
    }
    return DecodedAnimation(
      kind: reader.kind, size: reader.size, frames: frames, loopCount: reader.loopCount,
      warnings: reader.warnings)
  }
}
