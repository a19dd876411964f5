/// How much of each pixel a shape covers: one byte a pixel, 0 none ... 255 all, rows without padding.
public struct CoverageMask: Hashable, Sendable {
  /// Pixels a side.
  public let size: PixelSize
  /// `size.area` bytes.
  public package(set) var bytes: [UInt8]

  /// Nil unless there is exactly one byte a pixel.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// Pixels.
  public var width: Int { size.width }
  /// Pixels.
  public var height: Int { size.height }
}
