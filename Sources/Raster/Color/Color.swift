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
  /// Wholly transparent.
  public static let clear = Color(rgb: 0x000000, alpha: 0)
}
