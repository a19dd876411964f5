import CImageFence
public import Raster

/// Reads the frames of a GIF one after the other, each composited onto those before it.
///
/// Memory: the file, the canvas, one frame of palette indices, and a second canvas while a frame
/// asks for the previous one to be restored; not growing with the number of frames.
///
/// The canvas begins transparent, and where a frame is cleared it becomes transparent again, as
/// browsers do it; the file's background colour is ignored. What lies outside the canvas is cut off.
public struct GIFReader: ~Copyable {
  /// Of the canvas, and so of every frame.
  public let size: PixelSize
  /// Entries of the global palette, 0 if there is none.
  public let globalPaletteCount: Int
  /// The description of the frame that `next` returned last.
  public private(set) var description: GIFFrameDescription?

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  private var handle: GIFHandle
  private var canvas: GIFCanvas
  private var count = 0

  /// Reads the header.
  ///
  /// Throws `.tooLarge` when the canvas exceeds the limits, `.malformed` or `.truncated`.
  public init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let handle = try GIFHandle(bytes)
    size = try limits.size(width: Int(handle.screen.width), height: Int(handle.screen.height))
    globalPaletteCount = Int(handle.screen.palette_count)
    canvas = GIFCanvas(size: size)
    self.bytes = bytes
    self.limits = limits
    self.handle = handle
  }

  /// How often the animation plays: 0 for ever; nil if the file says nothing (once).
  ///
  /// Complete after the last frame; usually known after the first.
  public var loopCount: Int? { handle.loopCount }

  /// The file's comments up to the place that was read; nil if there is none.
  public var comment: String? {
    let text = handle.comment
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The next frame as it is seen, or nil behind the last one.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame, `.tooLarge` at too many frames.
  public mutating func next() throws(CodecError) -> AnimationFrame? {
    let start = handle.offset
    guard let frame = try nextFrame() else { return nil }
    var description = GIFFrameDescription(frame)
    let area = description.rect.width * description.rect.height
    if area > 0 {
      _ = try limits.size(width: description.rect.width, height: description.rect.height)
    }
    let indices = try handle.readIndices(bytes, of: frame)
    description.byteCount = handle.offset - start
    self.description = description
    guard let delay = FrameDuration(centiseconds: description.delayCentiseconds) else { return nil }
    let pixmap = try canvas.show(indices, frame, number: count)
    return AnimationFrame(pixmap: pixmap, duration: delay)
  }

  /// The next frame's description alone, its pixels passed over unseen; nil behind the last one.
  ///
  /// Not to be mixed with `next`: frames that were passed over are missing on the canvas.
  public mutating func nextDescription() throws(CodecError) -> GIFFrameDescription? {
    let start = handle.offset
    guard let frame = try nextFrame() else { return nil }
    try handle.skipIndices(bytes)
    var description = GIFFrameDescription(frame)
    description.byteCount = handle.offset - start
    self.description = description
    return description
  }

  private mutating func nextFrame() throws(CodecError) -> fence_gif_frame? {
    guard let frame = try handle.next(bytes) else {
      if count > 0 { return nil }
      throw CodecError(
        kind: .malformed, message: "damaged GIF: there is no frame", hint: CodecError.exportAgain)
    }
    count += 1
    try limits.check(frames: count)
    return frame
  }

  /// The first frame of a file that is read to its end, so that damage behind it is found.
  static func firstFrame(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    var reader = try GIFReader(bytes: bytes, limits: limits)
    guard let first = try reader.next() else {
      throw CodecError(kind: .malformed, message: "damaged GIF: there is no frame")
    }
    while try reader.nextDescription() != nil {}
    return first.pixmap
  }
}
