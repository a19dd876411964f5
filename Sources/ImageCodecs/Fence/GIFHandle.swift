import CImageFence

/// An open GIF: its screen is read; its frames are read one after the other.
struct GIFHandle: ~Copyable {
  let screen: fence_gif_screen
  private let reader: OpaquePointer
  /// Frames begun so far.
  private var frames = 0

  /// Reads the screen. The same `bytes` must be handed to every other call.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader: OpaquePointer?
    var screen = fence_gif_screen()
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_gif_open(buffer.baseAddress, buffer.count, &reader, &screen, &error)
    }
    guard status == FENCE_OK, let reader else {
      throw CodecError(
        status, error, form: "GIF",
        truncation: "the file ends after \(bytes.count.grouped) bytes, before its first frame")
    }
    self.reader = reader
    self.screen = screen
  }

  deinit { fence_gif_close(reader) }

  /// Bytes of the input that were read.
  var offset: Int { fence_gif_offset(reader) }

  /// How often the animation plays: 0 for ever, nil if the file says nothing up to here.
  ///
  /// The file counts the repeats after the first time; 0 repeats stand for no end.
  var loopCount: Int? {
    let repeats = Int(fence_gif_notes_so_far(reader).loop_count)
    if repeats < 0 { return nil }
    return repeats == 0 ? 0 : repeats + 1
  }

  /// The comments up to here, one after the other.
  var comment: [UInt8] {
    let count = fence_gif_notes_so_far(reader).comment_count
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      if let target = buffer.baseAddress { fence_gif_copy_comment(reader, target) }
      used = count
    }
  }

  /// Goes to the next frame's description; nil behind the last frame.
  mutating func next(_ bytes: [UInt8]) throws(CodecError) -> fence_gif_frame? {
    var frame = fence_gif_frame()
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_gif_next(reader, buffer.baseAddress, buffer.count, &frame, &error)
    }
    if status == FENCE_END { return nil }
    guard status == FENCE_OK else {
      throw CodecError(
        status, error, form: "GIF",
        truncation: "the file ends after \(bytes.count.grouped) bytes and "
          + "\(frames.grouped) complete frames, without an end mark")
    }
    frames += 1
    return frame
  }

  /// Unpacks the palette indices of the frame that `next` described, in the order of the picture.
  func readIndices(_ bytes: [UInt8], of frame: fence_gif_frame) throws(CodecError) -> [UInt8] {
    let pixels = GIFPackedPixels(
      width: Int(frame.width), height: Int(frame.height), isInterlaced: frame.interlaced == 1,
      minimumCodeSize: Int(frame.minimum_code_size))
    let indices = try pixels.unpack(
      GIFCodeBlocks(in: bytes, from: offset), frameNumber: frames)
    try skipIndices(bytes)
    return indices
  }

  /// Passes over the pixels of the frame that `next` described.
  func skipIndices(_ bytes: [UInt8]) throws(CodecError) {
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_gif_skip(reader, buffer.baseAddress, buffer.count, &error)
    }
    if status == FENCE_OK { return }
    throw CodecError(
      status, error, form: "GIF",
      truncation: "the file ends after \(bytes.count.grouped) bytes in frame \(frames.grouped)")
  }
}
