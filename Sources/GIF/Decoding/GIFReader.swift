import CImageIO
package import CodecInterface
package import PortableMath
package import Raster

/// Reads the frames of a GIF in order and composites each onto the canvas.
///
/// Memory use is the file, the canvas, one frame of palette indices and, while a frame restores the
/// previous one, a second canvas. It does not grow with the number of frames.
///
/// The canvas starts transparent, and cleared rectangles become transparent, as in browsers. The
/// file's background color is ignored. Frames are clipped to the canvas.
package final class GIFReader {
  /// The size of the canvas and of each returned frame.
  package let size: PixelSize
  /// The number of entries in the global palette, or 0 if there is none.
  package let globalPaletteCount: Int
  /// The metadata of the frame that was read last.
  package private(set) var description: GIFFrameDescription?

  /// Warnings about a damaged end of the file, after which frames may be missing. Set after the
  /// last frame.
  package private(set) var warnings: [String] = []

  private let bytes: [UInt8]
  private let limits: DecodeLimits
  private let reader: CodecHandle
  private var canvas: AnimationCanvas
  /// The number of frames started so far.
  private var count = 0
  /// The maximum LZW minimum code size. Codes have at most 12 bits (GIF89a, appendix F) and start
  /// one bit wider than the minimum code size.
  private static let longestSymbol = 11

  /// Opens a file.
  ///
  /// - Throws: `.tooLarge` if the canvas exceeds the limits, `.malformed` or `.truncated` if the
  ///   file is damaged.
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
    self.bytes = bytes
    self.limits = limits
  }

  /// The play count. 0 means forever, `nil` that the file does not specify it and plays once. The
  /// file stores repetitions after the first play, with 0 for infinitely many.
  ///
  /// Complete after the last frame, and usually known after the first.
  package var loopCount: Int? {
    let repeats = Int(twheader_gif_notes_so_far(reader.pointer).loop_count)
    if repeats < 0 { return nil }
    return repeats == 0 ? 0 : repeats + 1
  }

  /// The comments read so far, or `nil` if there are none.
  package var comment: String? {
    let count = twheader_gif_notes_so_far(reader.pointer).comment_count
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      if let target = buffer.baseAddress { twheader_gif_copy_comment(reader.pointer, target) }
      used = count
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// Returns the next composited frame, or `nil` after the last one.
  ///
  /// - Throws: `.malformed` or `.truncated` with the frame's number, `.tooLarge` if there are too
  ///   many frames.
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
      pixmap: canvas.show(control) {
        $0.drawIndexed(indices, palette: frame.pixels, in: control.rect)
      },
      duration: control.duration)
  }

  /// Returns the metadata of the next frame without decoding its pixels, or `nil` after the last
  /// frame.
  ///
  /// Must not be mixed with `next`, because skipped frames are not drawn on the canvas.
  package func nextDescription() throws(CodecError) -> GIFFrameDescription? {
    let start = twheader_gif_offset(reader.pointer)
    guard let frame = try nextFrame() else { return nil }
    try finish(frame, from: start)
    return description
  }

  /// Skips the frame's pixel blocks and updates `description`. `start` is the offset at which the
  /// frame's first block begins.
  private func finish(_ frame: twheader_gif_frame, from start: Int) throws(CodecError) {
    try CodecError.check(
      "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes in frame \(count.grouped)"
    ) { twheader_gif_skip(reader.pointer, bytes, bytes.count, $0) }
    description = GIFFrameDescription(frame, byteCount: twheader_gif_offset(reader.pointer) - start)
  }

  /// Advances to the next frame's pixels. Returns `nil` after the last frame.
  ///
  /// If the trailer is missing, the complete frames before it are still valid.
  private func nextFrame() throws(CodecError) -> twheader_gif_frame? {
    var frame = twheader_gif_frame()
    var error = twheader_error()
    let status = twheader_gif_next(reader.pointer, bytes, bytes.count, &frame, &error)
    if status == TWHEADER_END || status == TWHEADER_NO_BLOCK {
      let missing = status == TWHEADER_NO_BLOCK ? try missingEnd() : nil
      guard count > 0 else { throw CodecError(damaged: "GIF", "no frames") }
      if let missing { warnings = [missing] }
      return nil
    }
    guard status == TWHEADER_OK else {
      throw CodecError(status, error, format: "GIF", truncation: truncation)
    }
    guard Int(frame.minimum_code_size) <= Self.longestSymbol else {
      throw CodecError(
        damaged: "GIF",
        "frame \(count + 1) has LZW symbols of \(frame.minimum_code_size) bits, but at most "
          + "\(Self.longestSymbol) are allowed")
    }
    count += 1
    try limits.check(frames: count)
    return frame
  }

  private var truncation: String {
    "the file ends after \(bytes.count.grouped) bytes and \(count.grouped) complete frames, "
      + "without an end marker"
  }

  /// Returns a warning about missing data after the last frame.
  ///
  /// - Throws: An error if not even one frame is complete.
  private func missingEnd() throws(CodecError) -> String {
    let offset = twheader_gif_offset(reader.pointer)
    guard offset < bytes.count else {
      guard count > 0 else { throw CodecError(truncated: truncation) }
      return "the end marker is missing after frame \(count.grouped): the file may be truncated"
    }
    let problem = "at byte \(offset.grouped) is neither a block nor the end marker"
    guard count > 0 else { throw CodecError(damaged: "GIF", problem) }
    return "\(problem): data is ignored after frame \(count.grouped)"
  }

  /// The number of readable frames within the limits. No pixels are decoded.
  package var frameCount: Int {
    guard let other = try? GIFReader(bytes: bytes, limits: limits) else { return 1 }
    while (try? other.nextDescription()) != nil {}
    return other.count
  }

  /// Returns the first frame and reads the rest of the file for damage.
  package static func firstFrame(
    _ bytes: [UInt8], limits: DecodeLimits
  ) throws(CodecError) -> (pixmap: Pixmap, warnings: [String]) {
    let reader = try GIFReader(bytes: bytes, limits: limits)
    guard let first = try reader.next() else {
      throw CodecError(kind: .malformed, message: "damaged GIF: no frames")
    }
    while try reader.nextDescription() != nil {}
    return (first.pixmap, reader.warnings)
  }
}
