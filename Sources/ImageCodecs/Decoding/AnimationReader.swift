public import CodecInterface
import GIF
public import PortableMath
import Raster

/// Reads an animation frame by frame: a GIF, an animated PNG or WebP, or a still picture as one frame.
///
/// Memory does not grow with the number of frames.
package struct AnimationReader: ~Copyable {
  package let kind: ImageKind
  /// Of the canvas, and so of every frame.
  package let size: PixelSize
  /// What is wrong with the file though every frame is as it should be; one line each. Complete
  /// after the last frame.
  package private(set) var warnings: [String] = []
  /// How often the animation plays: 0 for ever; nil if nothing is said up to the frame read last.
  package private(set) var loopCount: Int?

  // What reads the file, one of these.
  private var gif: Optional<GIFReader>
  private var apng: APNGReader?
  private var webp: WebPReader?
  private var still: DecodedImage?
  /// Whether the last frame was read, or an error met.
  private var isFinished = false

  /// Reads the header; the format is recognised by content.
  ///
  /// Throws like the format's decoder, and where all frames together are too much. A still picture is
  /// decoded here.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    var gif: GIFReader?
    var apng: APNGReader?
    var webp: WebPReader?
    var still: DecodedImage?
    // As far as can be told before the frames are read.
    var (size, frameCount): (PixelSize?, Int) = (nil, 1)
    switch kind {
    case .gif:
      let reader = try GIFReader(bytes: bytes, limits: limits)
      size = reader.size
      frameCount = (try? GIFReader.frameCount(bytes, limits: limits)) ?? 1
      gif = consume reader
    case .png:
      apng = try APNGReader(bytes: bytes, limits: limits)
      if let apng { (size, frameCount) = (apng.size, apng.frameCount) }
    case .webp:
      let reader = try WebPReader(bytes: bytes, limits: limits)
      if reader.isAnimated {
        (size, frameCount) = (reader.size, reader.frames.count)
        webp = reader
      }
    case .jpeg: break
    }
    if size == nil { still = try ImageDecoder.decode(bytes: bytes, limits: limits) }
    guard let size = size ?? still?.pixmap.size else { throw CodecError.noFrame }
    try limits.check(frames: frameCount, of: size, bytes: bytes.count)
    (self.kind, self.size) = (kind, size)
    (self.apng, self.webp, self.still) = (apng, webp, still)
    self.gif = gif
    if kind == .png { warnings = PNGChunk.damagedChunks(of: bytes) }
  }

  /// The next frame as a viewer shows it, or nil behind the last one. A still picture lasts no time.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame; there is nothing to read after that.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    guard !isFinished else { return nil }
    isFinished = true
    if let image = still {
      warnings = image.warnings
      return AnimationFrame(pixmap: image.pixmap, duration: .zero)
    }
    let frame: AnimationFrame?
    switch kind {
    case .gif:
      frame = try gif?.next()
      loopCount = gif?.loopCount
      if let warning = gif?.warning { warnings = [warning] }
    case .png:
      frame = try apng?.next()
      loopCount = apng?.loopCount
    case .webp:
      frame = try webp?.next()
      loopCount = webp?.loopCount
    case .jpeg: frame = nil
    }
    isFinished = frame == nil
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
