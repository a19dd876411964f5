import CImageFence
import Raster

/// JPEG to pixels: baseline and progressive; grey, YCbCr, RGB, CMYK, YCCK; turned upright by Exif.
enum JPEGDecoder {
  static func decode(_ bytes: [UInt8], limits: DecodeLimits) throws(CodecError) -> Pixmap {
    let handle = try JPEGHandle(bytes)
    let size = try limits.size(width: Int(handle.info.width), height: Int(handle.info.height))
    var failure: CodecError?
    var pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, used in
      do throws(CodecError) {
        if let start = target.baseAddress { try handle.read(bytes, into: start) }
        used = size.area * 4
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if Int(handle.info.rows) == Int(FENCE_JPEG_CMYK.rawValue) {
      turnInksIntoLight(&pixels, inverted: handle.info.inverted == 1)
    }
    guard let pixmap = Pixmap(size: size, bytes: pixels) else {
      throw CodecError(kind: .malformed, message: "damaged JPEG: rows of unexpected size")
    }
    return pixmap.upright(from: JPEGSegments(bytes).orientation)
  }

  /// CMYK bytes to opaque RGBA, without a profile: light = (1 - ink) * (1 - black).
  ///
  /// `inverted`: 255 means no ink, as Adobe's programs store it.
  private static func turnInksIntoLight(_ pixels: inout [UInt8], inverted: Bool) {
    let flip: UInt8 = inverted ? 0 : 255
    pixels.withUnsafeMutableBufferPointer { pixels in
      var index = 0
      while index + 3 < pixels.count {
        let black = UInt32(pixels[index + 3] ^ flip)
        for channel in index..<index + 3 {
          let ink = UInt32(pixels[channel] ^ flip)
          pixels[channel] = UInt8(truncatingIfNeeded: Premultiplication.product(ink, black))
        }
        pixels[index + 3] = 255
        index += 4
      }
    }
  }
}
