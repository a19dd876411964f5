public import CodecInterface
import GIF
public import PortableMath
package import Raster

/// Decodes a picture from a PNG, JPEG, GIF or WebP file.
///
/// Damaged or truncated files are rejected, unless the damage cannot affect pixels, which causes a
/// warning. Gamma and color profiles are ignored: samples are treated as sRGB. Only the first frame
/// of an animation is decoded.
package enum ImageDecoder {
  /// Decodes `bytes`. The format is detected from the content.
  ///
  /// Peak memory is the size of the pixmap, twice that for a PNG with alpha or a JPEG with an
  /// orientation, and four times that for a PNG with 16 bits per sample.
  ///
  /// - Throws: `.tooLarge` before pixels are allocated, and the errors of the format's decoder.
  package static func decode(
    bytes: [UInt8], limits: DecodeLimits = .standard
  ) throws(CodecError) -> DecodedImage {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognize(bytes)
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

/// A decoded picture: upright, sRGB-encoded and premultiplied.
package struct DecodedImage: Hashable, Sendable {
  package let pixmap: Pixmap
  package let kind: ImageKind
  /// Warnings about damage that does not affect pixels, one line each.
  package let warnings: [String]
}

/// A reader of the frames of one format.
private protocol FrameReader {
  var size: PixelSize { get }
  /// The number of frames known before they are read.
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

/// A still picture is an animation with one frame of duration 0.
extension DecodedImage: FrameReader {
  var size: PixelSize { pixmap.size }
  var frameCount: Int { 1 }
  var loopCount: Int? { nil }
  func next() -> AnimationFrame? { AnimationFrame(pixmap: pixmap, duration: .zero) }
}

/// Reads an animation frame by frame: a GIF, an APNG, an animated WebP, or a still picture as one
/// frame.
///
/// Memory use does not grow with the number of frames.
package struct AnimationReader: ~Copyable {
  package let kind: ImageKind
  private var reader: any FrameReader
  /// True after the last frame or an error.
  private var isFinished = false

  /// Reads the header. The format is detected from the content. A still picture is decoded
  /// completely.
  ///
  /// - Throws: The errors of the format's decoder, and `.tooLarge` if all frames together exceed
  ///   the limits.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognize(bytes)
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
    self.kind = kind
    self.reader = reader
  }

  package var size: PixelSize { reader.size }
  /// Warnings about damage that does not affect frames, one line each. Complete after the last
  /// frame.
  package var warnings: [String] { reader.warnings }
  /// The play count. 0 loops forever. `nil` if it is not known after the last frame read.
  package var loopCount: Int? { reader.loopCount }

  /// Returns the next composited frame, or `nil` after the last one. A still picture has duration
  /// 0.
  ///
  /// - Throws: `.malformed` or `.truncated` with the frame's number. No frames can be read
  ///   afterwards.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    guard !isFinished else { return nil }
    isFinished = true
    let frame = try reader.next()
    isFinished = frame == nil || reader is DecodedImage
    return frame
  }
}

/// A completely decoded animation.
public struct DecodedAnimation: Hashable, Sendable {
  /// The detected format.
  public let kind: ImageKind
  /// The size of the canvas and of each frame.
  public let size: PixelSize
  /// The frames, at least one.
  public let frames: [AnimationFrame]
  /// The play count. 0 loops forever. `nil` if the file does not specify it.
  public let loopCount: Int?
  /// Warnings about damage that does not affect frames, one line each.
  public let warnings: [String]

  /// The duration of one play.
  public var duration: RationalTime { frames.reduce(.zero) { $0 + $1.duration } }
}

/// Decodes all frames of a GIF, an APNG or an animated WebP. A still picture is an animation with
/// one frame.
public enum AnimationDecoder {
  /// Decodes `bytes`. Uses 4 bytes of memory for each pixel of each frame.
  ///
  /// All frames together may have at most 8 times `limits.maxPixels` pixels. Use `AnimationReader`
  /// to read longer animations one frame at a time.
  ///
  /// - Throws: The errors of `AnimationReader`, and `.tooLarge` if the frames have too many pixels.
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
