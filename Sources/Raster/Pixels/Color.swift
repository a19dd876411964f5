/// An sRGB colour as encoded bytes, alpha not premultiplied.
public struct Color: Hashable, Sendable {
  /// 0...255.
  public var red: UInt8
  /// 0...255.
  public var green: UInt8
  /// 0...255.
  public var blue: UInt8
  /// 0 transparent ... 255 opaque.
  public var alpha: UInt8

  /// A colour from its channels; opaque unless `alpha` says otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque 0xRRGGBB.
  public init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  /// Opaque #FFFFFF.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Opaque #000000.
  public static let black = Color(rgb: 0x000000)
  /// Fully transparent.
  public static let clear = Color(rgb: 0x000000, alpha: 0)
}

/// A colour as the kernels take it: channels not premultiplied, alpha apart from them.
struct SolidColor {
  /// Red, green, blue, 255: the pixel that full coverage at alpha 255 gives.
  let pixel: SIMD4<UInt8>
  /// 0 transparent ... 255 opaque.
  let alpha: UInt8

  init(_ color: Color) {
    pixel = SIMD4(color.red, color.green, color.blue, 255)
    alpha = color.alpha
  }

  var words: Words {
    unsafeBitCast(SIMD4<UInt32>(repeating: unsafeBitCast(pixel, to: UInt32.self)), to: Words.self)
  }

  var premultiplied: SIMD4<UInt8> {
    SIMD4(pixel.x.scaled(by: alpha), pixel.y.scaled(by: alpha), pixel.z.scaled(by: alpha), alpha)
  }
}
