import CImageIO
import CodecInterface
import PortableMath
import Raster

/// PNG to pixels: every colour type, depth and interlacing, with transparency.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    let handle = try PNGHandle(bytes)
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    if handle.info.sample_bytes == 2 { return try decodeDeep(handle, bytes, size) }

    var failure: CodecError?
    var pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, used in
      failure = read(handle, bytes, into: target)
      used = failure == nil ? size.area * 4 : 0
    }
    if let failure { throw failure }
    guard handle.info.has_alpha == 1 else { return try pixmap(size, pixels) }
    let straight = pixels
    Premultiplication.premultiply(&pixels)
    return try pixmap(size, pixels, straight: straight)
  }

  /// 16 bits a sample: premultiplied and rounded to 8 bits in one step.
  private static func decodeDeep(
    _ handle: borrowing PNGHandle, _ bytes: [UInt8], _ size: PixelSize
  ) throws(CodecError) -> Pixmap {
    var failure: CodecError?
    let samples = [UInt16](unsafeUninitializedCapacity: size.area * 4) { target, used in
      failure = UnsafeMutableRawBufferPointer(target).withMemoryRebound(to: UInt8.self) {
        read(handle, bytes, into: $0)
      }
      used = failure == nil ? size.area * 4 : 0
    }
    if let failure { throw failure }
    let pixels = Premultiplication.premultipliedBytes(of: samples)
    guard handle.info.has_alpha == 1 else { return try pixmap(size, pixels) }
    return try pixmap(size, pixels, straight: Premultiplication.bytes(of: samples))
  }

  /// The error instead of a throw: the initialisers of `Array` pass no typed error on.
  private static func read(
    _ handle: borrowing PNGHandle, _ bytes: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>
  ) -> CodecError? {
    guard let start = target.baseAddress else { return nil }
    do throws(CodecError) {
      try handle.read(bytes, into: start)
      return nil
    } catch {
      return error
    }
  }

  private static func pixmap(
    _ size: PixelSize, _ pixels: [UInt8], straight: [UInt8]? = nil
  ) throws(CodecError) -> Pixmap {
    guard let pixmap = Pixmap(size: size, bytes: pixels, straight: straight) else {
      throw CodecError(kind: .malformed, message: "damaged PNG: rows of unexpected size")
    }
    return pixmap
  }
}

/// An open PNG picture: its header is read, its pixels are not.
struct PNGHandle: ~Copyable {
  let info: twheader_png_info
  private let reader: OpaquePointer

  /// Reads the header. `bytes` must be handed to `read` again.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var info = twheader_png_info()
    reader = try CodecError.open(
      "PNG",
      truncation: "the file ends after \(bytes.count.grouped) bytes, before its pixel data"
    ) { reader, error in
      bytes.withUnsafeBufferPointer {
        twheader_png_open($0.baseAddress, $0.count, reader, &info, error)
      }
    }
    self.info = info
  }

  deinit { twheader_png_close(reader) }

  /// Reads all rows: RGBA, not premultiplied, 1 or 2 bytes a sample as `info` says.
  ///
  /// `target` has room for width * height * 4 samples. To be called once.
  func read(_ bytes: [UInt8], into target: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    var found: UInt64 = 0
    let needed = Int(info.bytes_needed)
    try CodecError.check(
      "PNG",
      truncation: Int(found) < needed
        ? "\(Int(found).grouped) of \(needed.grouped) bytes of pixel data"
        : "the end mark is missing after \(needed.grouped) bytes of pixel data"
    ) { error in
      bytes.withUnsafeBufferPointer {
        twheader_png_read(reader, $0.baseAddress, $0.count, target, &found, error)
      }
    }
  }
}
