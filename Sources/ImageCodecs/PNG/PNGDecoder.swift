import CImageIO
import CodecInterface
import PortableMath
import Raster

/// PNG to pixels: every colour type, depth and interlacing, with transparency.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    let handle = try PNGHandle(bytes)
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    var pixels: [UInt8]
    var straight: [UInt8]?
    if handle.info.sample_bytes == 2 {
      let samples = try [UInt16](count: size.area * 4) { target throws(CodecError) in
        try handle.read(bytes, into: target)
      }
      // Premultiplied and rounded to 8 bits in one step.
      pixels = Premultiplication.premultipliedBytes(of: samples)
      if handle.info.has_alpha == 1 { straight = Premultiplication.bytes(of: samples) }
    } else {
      pixels = try [UInt8](count: size.area * 4) { target throws(CodecError) in
        try handle.read(bytes, into: target)
      }
      if handle.info.has_alpha == 1 {
        straight = pixels
        Premultiplication.premultiply(&pixels)
      }
    }
    guard let pixmap = Pixmap(size: size, bytes: pixels, straight: straight) else {
      throw CodecError(damaged: "PNG", "rows of unexpected size")
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
  func read(_ bytes: [UInt8], into target: UnsafeMutableRawPointer) throws(CodecError) {
    var found: UInt64 = 0
    let needed = Int(info.bytes_needed)
    try CodecError.check(
      "PNG",
      truncation: Int(found) < needed
        ? "\(Int(found).grouped) of \(needed.grouped) bytes of pixel data"
        : "the end mark is missing after \(needed.grouped) bytes of pixel data"
    ) { error in
      bytes.withUnsafeBufferPointer {
        twheader_png_read(
          reader, $0.baseAddress, $0.count, target.assumingMemoryBound(to: UInt8.self), &found,
          error)
      }
    }
  }
}
