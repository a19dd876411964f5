public import CodecInterface
import GIF
public import PortableMath
import Raster

/// Reads an animation frame by frame: a GIF, an animated PNG or WebP, or a still picture as one frame.
///
/// Memory does not grow with the number of frames.
package struct AnimationReader: ~Copyable {
  private enum Source: ~Copyable {
    case gif(GIFReader)
    case apng(APNGReader)
    case webp(WebPReader)
    case still(DecodedImage)
    case finished(PixelSize)

    static func open(
      _ kind: ImageKind, _ bytes: [UInt8], _ limits: DecodeLimits
    ) throws(CodecError) -> Source {
      if kind == .gif { return .gif(try GIFReader(bytes: bytes, limits: limits)) }
      if kind == .png, let reader = try APNGReader(bytes: bytes, limits: limits) {
        return .apng(reader)
      }
      if kind == .webp {
        let reader = try WebPReader(bytes: bytes, limits: limits)
        if reader.isAnimated { return .webp(reader) }
      }
      return .still(try ImageDecoder.decode(bytes: bytes, limits: limits))
    }

    /// Frames that are there to be read, as far as can be told before.
    func frameCount(_ bytes: [UInt8], _ limits: DecodeLimits) -> Int {
      switch self {
      case .gif: (try? GIFReader.frameCount(bytes, limits: limits)) ?? 1
      case .apng(let reader): reader.frameCount
      case .webp(let reader): reader.frames.count
      case .still: 1
      case .finished: 0
      }
    }

    var size: PixelSize {
      switch self {
      case .gif(let reader): reader.size
      case .apng(let reader): reader.size
      case .webp(let reader): reader.size
      case .still(let image): image.pixmap.size
      case .finished(let size): size
      }
    }
  }

  /// The format that was recognised.
  package let kind: ImageKind
  /// Of the canvas, and so of every frame.
  package let size: PixelSize
  /// What is wrong with the file though every frame is as it should be; one line each. Complete
  /// after the last frame.
  package private(set) var warnings: [String] = []
  private var source: Source
  private var loops: Int?

  /// Reads the header; the format is recognised by content.
  ///
  /// Throws like the format's decoder, and where all frames together are too much. A still picture is
  /// decoded here.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    let source = try Source.open(kind, bytes, limits)
    try limits.check(frames: source.frameCount(bytes, limits), of: source.size, bytes: bytes.count)
    self.kind = kind
    size = source.size
    if kind == .png { warnings = PNGChunk.damagedChunks(of: bytes) }
    self.source = source
  }

  /// How often the animation plays: 0 for ever; nil if nothing is said up to the frame read last.
  package var loopCount: Int? { loops }

  /// The next frame as a viewer shows it, or nil behind the last one. A still picture lasts no time.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame; there is nothing to read after that.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
    var current = Source.finished(size)
    swap(&current, &source)
    switch consume current {
    case .gif(var reader):
      let frame = try reader.next()
      loops = reader.loopCount
      if let warning = reader.warning { warnings = [warning] }
      if frame != nil { source = .gif(reader) }
      return frame
    case .apng(var reader):
      let frame = try reader.next()
      loops = reader.loopCount
      if frame != nil { source = .apng(reader) }
      return frame
    case .webp(var reader):
      let frame = try reader.next()
      loops = reader.loopCount
      if frame != nil { source = .webp(reader) }
      return frame
    case .still(let image):
      warnings = image.warnings
      return AnimationFrame(pixmap: image.pixmap, duration: .zero)
    case .finished: return nil
    }
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
