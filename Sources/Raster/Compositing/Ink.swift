/// A colour in the form the kernels take: full-strength bytes and an alpha apart from them.
struct Ink {
  /// Red, green, blue, 255: what a pixel becomes when nothing shows through.
  let pixel: SIMD4<UInt8>
  /// 0 transparent ... 255 opaque.
  let alpha: UInt8

  init(_ color: Color) {
    pixel = SIMD4(color.red, color.green, color.blue, 255)
    alpha = color.alpha
  }

  /// The colour as a pixel of a picture.
  var premultiplied: SIMD4<UInt8> {
    func scaled(_ channel: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: RowKernel.dividedBy255(UInt16(channel) * UInt16(alpha)))
    }
    return SIMD4(
      scaled(pixel.x),
      scaled(pixel.y),
      scaled(pixel.z), alpha)
  }
}
