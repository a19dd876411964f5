/// A picture: RGBA bytes, sRGB-encoded, alpha premultiplied, rows top to bottom without padding.
public struct Pixmap: Hashable, Sendable {
  public let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha of each pixel; no channel exceeds its alpha.
  public package(set) var bytes: [UInt8]

  /// A picture of one colour.
  public init(size: PixelSize, fill: Color = .clear) {
    self.size = size
    func premultiplied(_ channel: UInt8) -> UInt8 {
      UInt8((Int(channel) * Int(fill.alpha) * 2 + 255) / 510)
    }
    let pixel = [
      premultiplied(fill.red), premultiplied(fill.green), premultiplied(fill.blue), fill.alpha,
    ]
    bytes = [UInt8](unsafeUninitializedCapacity: size.area * 4) { buffer, count in
      for index in 0..<size.area * 4 { buffer.initializeElement(at: index, to: pixel[index & 3]) }
      count = size.area * 4
    }
  }

  /// Nil unless there are exactly 4 bytes a pixel. The caller vouches for premultiplication.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  public var width: Int { size.width }
  public var height: Int { size.height }
}
