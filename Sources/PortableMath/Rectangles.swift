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

  /// Nil where it is empty.
  package var size: PixelSize? { PixelSize(width: width, height: height) }

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
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest rectangle that covers both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// A rectangle in device pixels with fractional edges, origin top left, y down.
///
/// Pixel (column, row) covers the square (column, row, 1, 1); its centre is at +0.5.
package struct DeviceRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  /// 0...
  package var width: Double
  /// 0...
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  /// Whether a side is 0, negative or not a number.
  package var isEmpty: Bool { !(width > 0 && height > 0) }

  package func moved(x right: Double, y down: Double) -> DeviceRect {
    DeviceRect(x: x + right, y: y + down, width: width, height: height)
  }

  package func scaled(_ across: Double, _ down: Double) -> DeviceRect {
    DeviceRect(x: x * across, y: y * down, width: width * across, height: height * down)
  }

  /// A part of a picture as the same part of the picture at another size.
  package func scaled(from whole: PixelSize, to other: PixelSize) -> DeviceRect {
    scaled(
      Double(other.width) / Double(whole.width), Double(other.height) / Double(whole.height))
  }

  /// With each edge so much further in; a negative distance moves them outwards.
  package func inset(by distance: Double) -> DeviceRect {
    DeviceRect(
      x: x + distance, y: y + distance, width: max(0, width - 2 * distance),
      height: max(0, height - 2 * distance))
  }

  /// The whole-pixel rectangle with the same edges, or nil if an edge is fractional.
  package var exactPixels: PixelRect? {
    let rounded = enclosingPixels
    return DeviceRect(rounded) == self ? rounded : nil
  }

  /// The smallest whole-pixel rectangle that covers this one (edges clamped to ±2^30).
  package var enclosingPixels: PixelRect {
    guard !isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    func clamped(_ value: Double) -> Int { Int(max(-0x1p30, min(0x1p30, value))) }
    let left = clamped(x.rounded(.down))
    let top = clamped(y.rounded(.down))
    return PixelRect(
      x: left, y: top,
      width: clamped(maxX.rounded(.up)) - left, height: clamped(maxY.rounded(.up)) - top)
  }
}

/// The radii of a rectangle's four corners, clockwise as in CSS.
package struct RoundedCorners: Hashable, Sendable {
  package var topLeft, topRight, bottomRight, bottomLeft: Double

  package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Four equal corners.
  package init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// The radius of all corners, where it is the same.
  package var uniform: Double? {
    topLeft == topRight && topLeft == bottomRight && topLeft == bottomLeft ? topLeft : nil
  }

  package func mapped(_ change: (Double) -> Double) -> RoundedCorners {
    RoundedCorners(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }
}

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
}

/// A place on the screen, in points from its top left.
package struct ScreenPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
