import CImageFence

/// An open PNG picture: its header is read, its pixels are not.
struct PNGHandle: ~Copyable {
  let info: fence_png_info
  private let reader: OpaquePointer

  /// Reads the header. `bytes` must be handed to `read` again.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader: OpaquePointer?
    var info = fence_png_info()
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_png_open(buffer.baseAddress, buffer.count, &reader, &info, &error)
    }
    guard status == FENCE_OK, let reader else {
      throw CodecError(
        status, error, form: "PNG",
        truncation: "the file ends after \(bytes.count.grouped) bytes, before its pixel data")
    }
    self.reader = reader
    self.info = info
  }

  deinit { fence_png_close(reader) }

  /// Reads all rows: RGBA, not premultiplied, 1 or 2 bytes a sample as `info` says.
  ///
  /// `target` has room for width * height * 4 samples. To be called once.
  func read(_ bytes: [UInt8], into target: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    var found: UInt64 = 0
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_png_read(reader, buffer.baseAddress, buffer.count, target, &found, &error)
    }
    if status == FENCE_OK { return }
    let (needed, read) = (Int(info.bytes_needed), Int(found))
    throw CodecError(
      status, error, form: "PNG",
      truncation: read < needed
        ? "\(read.grouped) of \(needed.grouped) bytes of pixel data"
        : "the end mark is missing after \(needed.grouped) bytes of pixel data")
  }
}
