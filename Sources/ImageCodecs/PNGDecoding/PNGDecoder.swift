import CImageFence
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
    if handle.info.has_alpha == 1 { Premultiplication.premultiply(&pixels) }
    return try pixmap(size, pixels)
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
    return try pixmap(size, Premultiplication.premultipliedBytes(of: samples))
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

  private static func pixmap(_ size: PixelSize, _ pixels: [UInt8]) throws(CodecError) -> Pixmap {
    guard let pixmap = Pixmap(size: size, bytes: pixels) else {
      throw CodecError(kind: .malformed, message: "damaged PNG: rows of unexpected size")
    }
    return pixmap
  }
}
