import CImageFence

/// An open JPEG picture: its header is read, its pixels are not.
struct JPEGHandle: ~Copyable {
  let info: fence_jpeg_info
  private let reader: OpaquePointer

  /// Reads the header. `bytes` must be handed to `read` again.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader: OpaquePointer?
    var info = fence_jpeg_info()
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_jpeg_open(buffer.baseAddress, buffer.count, &reader, &info, &error)
    }
    guard status == FENCE_OK, let reader else {
      throw CodecError(
        status, error, form: "JPEG",
        truncation: "the file ends after \(bytes.count.grouped) bytes, before its pixel data")
    }
    self.reader = reader
    self.info = info
  }

  deinit { fence_jpeg_close(reader) }

  /// Reads all rows, 4 bytes a pixel: RGBA, or CMYK as `info` says. To be called once.
  func read(_ bytes: [UInt8], into target: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    var rows: UInt32 = 0
    var error = fence_error()
    let status = bytes.withUnsafeBufferPointer { buffer in
      fence_jpeg_read(reader, buffer.baseAddress, buffer.count, target, &rows, &error)
    }
    if status == FENCE_OK { return }
    let (needed, read) = (Int(info.height), Int(rows))
    throw CodecError(
      status, error, form: "JPEG",
      truncation: read < needed
        ? "the file ends after \(bytes.count.grouped) bytes, \(read.grouped) of "
          + "\(needed.grouped) rows of pixels are complete"
        : "the end mark is missing after \(needed.grouped) rows of pixels")
  }
}
