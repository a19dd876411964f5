/// A picture's width and height in pixels; both are at least 1.
public struct PixelSize: Hashable, Sendable {
  /// Pixels, 1...
  public let width: Int
  /// Pixels, 1...
  public let height: Int

  /// Nil unless both sides are at least 1 and the area in bytes (4 a pixel) fits an `Int`.
  public init?(width: Int, height: Int) {
    guard width >= 1, height >= 1 else { return nil }
    let (area, tooLarge) = width.multipliedReportingOverflow(by: height)
    guard !tooLarge, area <= Int.max / 8 else { return nil }
    self.width = width
    self.height = height
  }

  /// Pixels.
  public var area: Int { width * height }

  /// The rectangle (0, 0, width, height).
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
