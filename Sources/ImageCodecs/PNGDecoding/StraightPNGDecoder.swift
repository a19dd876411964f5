import CImageFence
package import Numerics

/// PNG to pixels whose colours are not multiplied with their alpha, as published metrics want them.
package enum StraightPNGDecoder {
  /// The picture's RGBA bytes; nil for what is no PNG with alpha in 8 bits a sample, whose
  /// premultiplied pixels tell as much.
  ///
  /// Throws like `ImageDecoder`.
  package static func decode(
    bytes: [UInt8], limits: DecodeLimits
  ) throws(CodecError) -> (size: PixelSize, bytes: [UInt8])? {
    try limits.check(inputBytes: bytes.count)
    guard try ImageKind.recognise(bytes) == .png else { return nil }
    let handle = try PNGHandle(bytes)
    guard handle.info.has_alpha == 1, handle.info.sample_bytes == 1 else { return nil }
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    var pixels = [UInt8](repeating: 0, count: size.area * 4)
    let failure = pixels.withUnsafeMutableBufferPointer { target -> CodecError? in
      guard let start = target.baseAddress else { return nil }
      do throws(CodecError) {
        try handle.read(bytes, into: start)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return (size, pixels)
  }
}
