import CImageIO
import CodecInterface
import PortableMath
import Raster

/// Decodes PNG files of all color types, bit depths and interlacing methods, with transparency.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    try PNGChunk.refuseImpossibleLength(in: bytes)
    let handle = try PNGHandle(bytes)
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    var pixels: [UInt8]
    var straight: [UInt8]?
    if handle.info.sample_bytes == 2 {
      let samples = try [UInt16](count: size.area * 4, filledBy: handle.read)
      // Premultiplied and rounded to 8 bits in one step.
      pixels = Premultiplication.premultipliedBytes(of: samples)
      if handle.info.has_alpha == 1 { straight = Premultiplication.bytes(of: samples) }
    } else {
      pixels = try [UInt8](count: size.area * 4, filledBy: handle.read)
      if handle.info.has_alpha == 1 {
        straight = pixels
        Premultiplication.premultiply(&pixels)
      }
    }
    try PNGChunk.verifyEnd(of: bytes)
    guard let pixmap = Pixmap(size: size, bytes: pixels, straight: straight) else {
      throw CodecError(damaged: "PNG", "rows of unexpected size")
    }
    return pixmap
  }
}

/// A PNG file whose header was read.
struct PNGHandle {
  let info: twheader_png_info
  private let bytes: [UInt8]
  private let reader: CodecHandle

  init(_ bytes: [UInt8]) throws(CodecError) {
    var info = twheader_png_info()
    reader = try CodecHandle(
      "PNG", truncation: "the file ends after \(bytes.count.grouped) bytes, before its pixel data",
      close: twheader_png_close
    ) { twheader_png_open(bytes, bytes.count, $0, &info, $1) }
    self.info = info
    self.bytes = bytes
  }

  /// Reads all rows as RGBA with straight alpha, 1 or 2 bytes per sample according to `info`.
  ///
  /// `target` must have space for width * height * 4 samples. Must be called only once.
  func read<Sample>(into target: UnsafeMutablePointer<Sample>) throws(CodecError) {
    var found: UInt64 = 0
    let needed = Int(info.bytes_needed)
    try CodecError.check(
      "PNG",
      truncation: Int(found) < needed
        ? "\(Int(found).grouped) of \(needed.grouped) bytes of pixel data"
        : "the end marker is missing after \(needed.grouped) bytes of pixel data"
    ) { error in
      let target = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
      return twheader_png_read(reader.pointer, bytes, bytes.count, target, &found, error)
    }
  }
}
