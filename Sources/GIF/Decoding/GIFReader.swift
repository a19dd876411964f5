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
package final class GIFReader {
  /// Of the canvas, and so of every frame.
  package let size: PixelSize
  /// Entries of the global palette, 0 if there is none.
  package let globalPaletteCount: Int
  /// The description of the frame that was read last.
  package private(set) var description: GIFFrameDescription?

  /// Why the frames may not be all that there were, once the last one has been read.
  package private(set) var warnings: [String] = []

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  private let reader: CodecHandle
  private var canvas: AnimationCanvas
  /// Frames begun so far.
  private var count = 0
  /// Codes have at most 12 bits (GIF89a, appendix F), and the least ones are wider than symbols.
  private static let longestSymbol = 11

  /// Throws `.tooLarge` when the canvas exceeds the limits, `.malformed` or `.truncated`.
  package init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    var screen = twheader_gif_screen()
    reader = try CodecHandle(
      "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes, before its first frame",
      close: twheader_gif_close
    ) { twheader_gif_open(bytes, bytes.count, $0, &screen, $1) }
    size = try limits.size(width: Int(screen.width), height: Int(screen.height))
    globalPaletteCount = Int(screen.palette_count)
    canvas = AnimationCanvas(size: size)
    (self.bytes, self.limits) = (bytes, limits)
  }

  /// How often the animation plays: 0 for ever; nil if the file says nothing (once). The file counts the
  /// repeats after the first time; 0 repeats stand for no end.
  ///
  /// Complete after the last frame; usually known after the first.
  package var loopCount: Int? {
    let repeats = Int(twheader_gif_notes_so_far(reader.pointer).loop_count)
    if repeats < 0 { return nil }
    return repeats == 0 ? 0 : repeats + 1
  }

  /// The file's comments up to the place that was read; nil if there is none.
  package var comment: String? {
    let count = twheader_gif_notes_so_far(reader.pointer).comment_count
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      if let target = buffer.baseAddress { twheader_gif_copy_comment(reader.pointer, target) }
      used = count
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The next frame as it is seen, or nil behind the last one.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame, `.tooLarge` at too many frames.
  package func next() throws(CodecError) -> AnimationFrame? {
    let start = twheader_gif_offset(reader.pointer)
    guard let frame = try nextFrame() else { return nil }
    let control = GIFFrameDescription(frame, byteCount: 0).control
    let (width, height) = (control.rect.width, control.rect.height)
    if !control.rect.isEmpty { _ = try limits.size(width: width, height: height) }
    let decoder = GIFIndexDecoder(
      width: width, height: height, isInterlaced: frame.interlaced == 1,
      minimumCodeSize: Int(frame.minimum_code_size))
    let indices = try decoder.decode(
      GIFCodeBlocks(in: bytes, from: twheader_gif_offset(reader.pointer)), frameNumber: count)
    try finish(frame, from: start)
    try frame.check(indices, number: count)
    return AnimationFrame(
      pixmap: canvas.show(control) { $0.lay(indices, frame.pixels, in: control.rect) },
      duration: control.duration)
  }

  /// The next frame's description alone, its pixels passed over unseen; nil behind the last one.
  ///
  /// Not to be mixed with `next`: frames that were passed over are missing on the canvas.
  package func nextDescription() throws(CodecError) -> GIFFrameDescription? {
    let start = twheader_gif_offset(reader.pointer)
    guard let frame = try nextFrame() else { return nil }
    try finish(frame, from: start)
    return description
  }

  /// Passes over the pixels of a frame, the blocks of which begin at `start`, and describes it.
  private func finish(_ frame: twheader_gif_frame, from start: Int) throws(CodecError) {
    try CodecError.check(
      "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes in frame \(count.grouped)"
    ) { twheader_gif_skip(reader.pointer, bytes, bytes.count, $0) }
    description = GIFFrameDescription(frame, byteCount: twheader_gif_offset(reader.pointer) - start)
  }

  /// Goes to the next frame's pixels; nil behind the last frame.
  ///
  /// Complete frames count also where no end mark follows them.
  private func nextFrame() throws(CodecError) -> twheader_gif_frame? {
    var frame = twheader_gif_frame()
    var error = twheader_error()
    let status = twheader_gif_next(reader.pointer, bytes, bytes.count, &frame, &error)
    if status == TWHEADER_END || status == TWHEADER_NO_BLOCK {
      let missing = status == TWHEADER_NO_BLOCK ? try missingEnd() : nil
      guard count > 0 else { throw CodecError(damaged: "GIF", "there is no frame") }
      if let missing { warnings = [missing] }
      return nil
    }
    guard status == TWHEADER_OK else {
      throw CodecError(status, error, format: "GIF", truncation: truncation)
    }
    guard Int(frame.minimum_code_size) <= Self.longestSymbol else {
      throw CodecError(
        damaged: "GIF",
        "frame \(count + 1) has LZW symbols of \(frame.minimum_code_size) bits, "
          + "\(Self.longestSymbol) are possible")
    }
    count += 1
    try limits.check(frames: count)
    return frame
  }

  private var truncation: String {
    "the file ends after \(bytes.count.grouped) bytes and \(count.grouped) complete frames, "
      + "without an end mark"
  }

  /// What stands where a block or the end mark should; throws where there is no frame before.
  private func missingEnd() throws(CodecError) -> String {
    let offset = twheader_gif_offset(reader.pointer)
    guard offset < bytes.count else {
      guard count > 0 else { throw CodecError(truncated: truncation) }
      return "the end mark is missing behind frame \(count.grouped): it may be cut off there"
    }
    let place = "at byte \(offset.grouped) is neither a block nor the end mark"
    guard count > 0 else { throw CodecError(damaged: "GIF", place) }
    return "\(place): nothing is read behind frame \(count.grouped)"
  }

  /// Frames of the file as far as it can be read and may have, no pixel decoded.
  package var frameCount: Int {
    guard let other = try? GIFReader(bytes: bytes, limits: limits) else { return 1 }
    while (try? other.nextDescription()) != nil {}
    return other.count
  }

  /// The first frame of a file that is read to its end, so that damage behind it is found.
  package static func firstFrame(
    _ bytes: [UInt8], limits: DecodeLimits
  ) throws(CodecError) -> (pixmap: Pixmap, warnings: [String]) {
    let reader = try GIFReader(bytes: bytes, limits: limits)
    guard let first = try reader.next() else {
      throw CodecError(kind: .malformed, message: "damaged GIF: there is no frame")
    }
    while try reader.nextDescription() != nil {}
    return (first.pixmap, reader.warnings)
  }
}
