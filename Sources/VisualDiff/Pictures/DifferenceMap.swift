public import Numerics

/// What became of each pixel of a comparison: one byte a pixel on the union canvas.
public struct DifferenceMap: Hashable, Sendable {
  /// Both pictures agree here.
  public static let same: UInt8 = 0
  /// A mask takes this pixel out of the comparison.
  public static let ignored: UInt8 = 1
  /// The difference looks like anti-aliasing and does not count.
  public static let antialiased: UInt8 = 2
  /// Only one of the two pictures reaches here.
  public static let outside: UInt8 = 3
  /// From here up the pixel differs, 255 most strongly.
  public static let faintest: UInt8 = 4

  /// The union canvas.
  public let size: PixelSize
  /// `size.area` bytes.
  public let bytes: [UInt8]

  /// `strength` 0...1 as the byte of a differing pixel.
  static func byte(strength: Double) -> UInt8 {
    faintest + UInt8(min(1, max(0, strength)) * Double(255 - faintest))
  }
}
