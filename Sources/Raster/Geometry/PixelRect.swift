/// A rectangle of whole pixels, origin top left, y down; empty when a side is 0.
public struct PixelRect: Hashable, Sendable {
  /// First column.
  public let x: Int
  /// First row.
  public let y: Int
  /// Pixels, 0...
  public let width: Int
  /// Pixels, 0...
  public let height: Int

  /// Negative sides become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// One past the last column.
  public var maxX: Int { x + width }
  /// One past the last row.
  public var maxY: Int { y + height }
  /// Whether a side is 0.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// What both cover; empty (0 wide or high) where they do not meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top,
      width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest rectangle that covers both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top,
      width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
