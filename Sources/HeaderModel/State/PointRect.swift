/// A rectangle in points (or, where said so, pixels of a picture), origin top left, y down.
public struct PointRect: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// 0 or more.
  public var width: Double
  /// 0 or more.
  public var height: Double

  /// A rectangle by its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  public var maxX: Double { x + width }
  /// Bottom edge.
  public var maxY: Double { y + height }

  /// Whether the two have an area in common vertically; touching edges have none.
  func overlapsVertically(_ other: PointRect) -> Bool {
    y < other.maxY && other.y < maxY
  }

  /// The rectangle as much further up the screen as the content has been scrolled.
  func movedUp(by offset: Double) -> PointRect {
    PointRect(x: x, y: y - offset, width: width, height: height)
  }
}
