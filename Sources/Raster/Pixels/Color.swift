/// An sRGB color with 8 bits per channel. Alpha is not premultiplied.
public struct Color: Hashable, Sendable {
  /// The red channel, in 0...255.
  public var red: UInt8
  /// The green channel, in 0...255.
  public var green: UInt8
  /// The blue channel, in 0...255.
  public var blue: UInt8
  /// The alpha channel: 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a color from its channels. The default alpha is opaque.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a color from 0xRRGGBB. The default alpha is opaque.
  public init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  /// Opaque white, #FFFFFF.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Opaque black, #000000.
  public static let black = Color(rgb: 0x000000)
  /// Transparent black.
  public static let clear = Color(rgb: 0x000000, alpha: 0)
}

/// A color for the kernels, with alpha separate from the channels.
struct SolidColor {
  /// Red, green, blue and 255: the resulting pixel at full coverage and an alpha of 255.
  let pixel: SIMD4<UInt8>
  /// The alpha channel: 0 (transparent) to 255 (opaque).
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
