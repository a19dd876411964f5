/// A picture: RGBA bytes, sRGB-encoded, alpha premultiplied, rows top to bottom without padding.
public struct Pixmap: Hashable, Sendable {
  /// Pixels a side.
  public let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha of each pixel; no channel exceeds its alpha.
  public package(set) var bytes: [UInt8]

  /// A picture of one colour.
  public init(size: PixelSize, fill: Color = .clear) {
    let pixel = Ink(fill).premultiplied
    self.init(size: size) { target in
      RowKernel.fill(&target, 0..<size.area * 4, pixel: pixel)
    }
  }

  /// Nil unless there are exactly 4 bytes a pixel. The caller vouches for premultiplication.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// A picture of bytes known to be four a pixel.
  init(size: PixelSize, written bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// Pixels.
  public var width: Int { size.width }
  /// Pixels.
  public var height: Int { size.height }
}
