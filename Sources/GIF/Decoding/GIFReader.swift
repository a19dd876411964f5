import CImageIO
package import CodecInterface
package import PortableMath
package import Raster

/// Reads the frames of a GIF one after the other, each composited onto those before it.
///
/// Memory: the file, the canvas, one frame of palette indices, and a second canvas while a frame
/// asks for the previous one to be restored; not growing with the number of frames.
///
/// The canvas begins transparent, and where a frame is cleared it becomes transparent again, as
/// browsers do it; the file's background colour is ignored. What lies outside the canvas is cut off.
package struct GIFReader: ~Copyable {
  /// Of the canvas, and so of every frame.
  package let size: PixelSize
  /// Entries of the global palette, 0 if there is none.
  package let globalPaletteCount: Int
  /// The description of the frame that `next` returned last.
  package private(set) var description: GIFFrameDescription?

  /// Why the frames may not be all that there were, once the last one has been read; nil where the
  /// file ends as it should.
  package private(set) var warning: String?

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  private var handle: GIFHandle
  private var canvas: GIFCanvas
  private var count = 0

  /// Reads the header.
  ///
  /// Throws `.tooLarge` when the canvas exceeds the limits, `.malformed` or `.truncated`.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
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
  package var loopCount: Int? { handle.loopCount }

  /// The file's comments up to the place that was read; nil if there is none.
  package var comment: String? {
    let text = handle.comment
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The next frame as it is seen, or nil behind the last one.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame, `.tooLarge` at too many frames.
  package mutating func next() throws(CodecError) -> AnimationFrame? {
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
    guard let delay = RationalTime(centiseconds: description.delayCentiseconds) else { return nil }
    let pixmap = try canvas.show(indices, frame, number: count)
    return AnimationFrame(pixmap: pixmap, duration: delay)
  }

  /// The next frame's description alone, its pixels passed over unseen; nil behind the last one.
  ///
  /// Not to be mixed with `next`: frames that were passed over are missing on the canvas.
  package mutating func nextDescription() throws(CodecError) -> GIFFrameDescription? {
    let start = handle.offset
    guard let frame = try nextFrame() else { return nil }
    try handle.skipIndices(bytes)
    var description = GIFFrameDescription(frame)
    description.byteCount = handle.offset - start
    self.description = description
    return description
  }

  private mutating func nextFrame() throws(CodecError) -> twheader_gif_frame? {
    guard let frame = try handle.next(bytes) else {
      if count > 0 {
        warning = handle.missingEnd
        return nil
      }
      throw CodecError(
        kind: .malformed, message: "damaged GIF: there is no frame", hint: CodecError.exportAgain)
    }
    count += 1
    try limits.check(frames: count)
    return frame
  }

  /// Frames of a file as far as it can be read and may have, no pixel decoded.
  package static func frameCount(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Int {
    var reader = try GIFReader(bytes: bytes, limits: limits)
    while (try? reader.nextDescription()) != nil {}
    return reader.count
  }

  /// The first frame of a file that is read to its end, so that damage behind it is found.
  package static func firstFrame(
    _ bytes: [UInt8], limits: DecodeLimits
  ) throws(CodecError) -> (pixmap: Pixmap, warning: String?) {
    var reader = try GIFReader(bytes: bytes, limits: limits)
    guard let first = try reader.next() else {
      throw CodecError(kind: .malformed, message: "damaged GIF: there is no frame")
    }
    while try reader.nextDescription() != nil {}
    return (first.pixmap, reader.warning)
  }
}

/// An open GIF: its screen is read; its frames are read one after the other.
struct GIFHandle: ~Copyable {
  let screen: twheader_gif_screen
  private let reader: OpaquePointer
  /// Frames begun so far.
  private var frames = 0
  /// What stands where a block or the end mark should, once `next` has come there.
  private(set) var missingEnd: String?
  /// Codes have at most 12 bits (GIF89a, appendix F), and the least ones are wider than symbols.
  private static let longestSymbol = 11

  /// Reads the screen. The same `bytes` must be handed to every other call.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var screen = twheader_gif_screen()
    reader = try CodecError.open(
      "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes, before its first frame"
    ) { reader, error in
      bytes.withUnsafeBufferPointer {
        twheader_gif_open($0.baseAddress, $0.count, reader, &screen, error)
      }
    }
    self.screen = screen
  }

  deinit { twheader_gif_close(reader) }

  /// Bytes of the input that were read.
  var offset: Int { twheader_gif_offset(reader) }

  /// How often the animation plays: 0 for ever, nil if the file says nothing up to here.
  ///
  /// The file counts the repeats after the first time; 0 repeats stand for no end.
  var loopCount: Int? {
    let repeats = Int(twheader_gif_notes_so_far(reader).loop_count)
    if repeats < 0 { return nil }
    return repeats == 0 ? 0 : repeats + 1
  }

  /// The comments up to here, one after the other.
  var comment: [UInt8] {
    let count = twheader_gif_notes_so_far(reader).comment_count
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      if let target = buffer.baseAddress { twheader_gif_copy_comment(reader, target) }
      used = count
    }
  }

  /// Goes to the next frame's description; nil behind the last frame.
  ///
  /// Complete frames count also where no end mark follows them; `missingEnd` is set then.
  mutating func next(_ bytes: [UInt8]) throws(CodecError) -> twheader_gif_frame? {
    var frame = twheader_gif_frame()
    var error = twheader_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      twheader_gif_next(reader, buffer.baseAddress, buffer.count, &frame, &error)
    }
    if status == TWHEADER_END { return nil }
    if status == TWHEADER_NO_BLOCK {
      try noteMissingEnd(of: bytes)
      return nil
    }
    guard status == TWHEADER_OK else {
      throw CodecError(
        status, error, format: "GIF",
        truncation: "the file ends after \(bytes.count.grouped) bytes and "
          + "\(frames.grouped) complete frames, without an end mark")
    }
    guard Int(frame.minimum_code_size) <= Self.longestSymbol else {
      throw CodecError(
        damaged: "GIF",
        "frame \(frames + 1) has LZW symbols of \(frame.minimum_code_size) bits, "
          + "\(Self.longestSymbol) are possible")
    }
    frames += 1
    return frame
  }

  /// Throws where there is no frame before.
  private mutating func noteMissingEnd(of bytes: [UInt8]) throws(CodecError) {
    guard offset < bytes.count else {
      guard frames > 0 else {
        throw CodecError(
          kind: .truncated,
          message: "truncated: the file ends after \(bytes.count.grouped) bytes and 0 complete "
            + "frames, without an end mark", hint: CodecError.exportAgain)
      }
      missingEnd = "the end mark is missing behind frame \(frames.grouped): it may be cut off there"
      return
    }
    let place = "at byte \(offset.grouped) is neither a block nor the end mark"
    guard frames > 0 else { throw CodecError(damaged: "GIF", place) }
    missingEnd = "\(place): nothing is read behind frame \(frames.grouped)"
  }

  /// Unpacks the palette indices of the frame that `next` described, in the order of the picture.
  func readIndices(_ bytes: [UInt8], of frame: twheader_gif_frame) throws(CodecError) -> [UInt8] {
    let decoder = GIFIndexDecoder(
      width: Int(frame.width), height: Int(frame.height), isInterlaced: frame.interlaced == 1,
      minimumCodeSize: Int(frame.minimum_code_size))
    let indices = try decoder.decode(GIFCodeBlocks(in: bytes, from: offset), frameNumber: frames)
    try skipIndices(bytes)
    return indices
  }

  /// Passes over the pixels of the frame that `next` described.
  func skipIndices(_ bytes: [UInt8]) throws(CodecError) {
    try CodecError.check(
      "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes in frame \(frames.grouped)"
    ) { error in
      bytes.withUnsafeBufferPointer { twheader_gif_skip(reader, $0.baseAddress, $0.count, error) }
    }
  }
}
