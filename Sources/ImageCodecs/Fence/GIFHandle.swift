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

  /// Reads the palette indices of the frame that `next` described, `count` of them.
  func readIndices(_ bytes: [UInt8], count: Int) throws(CodecError) -> [UInt8] {
    var status = FENCE_OK
    var read: UInt64 = 0
    var error = fence_error()
    let indices = [UInt8](unsafeUninitializedCapacity: count) { target, used in
      status = bytes.withUnsafeBufferPointer { buffer in
        fence_gif_read(
          reader, buffer.baseAddress, buffer.count, target.baseAddress, &read, &error)
      }
      used = status == FENCE_OK ? count : 0
    }
    try check(status, error, "\(Int(read).grouped) of \(count.grouped) pixels")
    return indices
  }

  /// Passes over the pixels of the frame that `next` described.
  func skipIndices(_ bytes: [UInt8]) throws(CodecError) {
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_gif_skip(reader, buffer.baseAddress, buffer.count, &error)
    }
    try check(status, error, "the file ends after \(bytes.count.grouped) bytes")
  }

  private func check(
    _ status: fence_status, _ error: fence_error, _ truncation: String
  ) throws(CodecError) {
    if status == FENCE_OK { return }
    throw CodecError(
      status, error, form: "GIF", truncation: "\(truncation) in frame \(frames.grouped)")
  }
}
