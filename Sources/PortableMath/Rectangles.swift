/// The size of a picture in pixels. Both sides are at least 1.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels, 1 or more.
  public let width: Int
  /// The height in pixels, 1 or more.
  public let height: Int

  /// Creates a size. Returns `nil` if a side is below 1 or the area is above `Int.max / 8`, so that
  /// 4 bytes per pixel always fit an `Int`.
  public init?(width: Int, height: Int) {
    guard width >= 1, height >= 1 else { return nil }
    let (area, tooLarge) = width.multipliedReportingOverflow(by: height)
    guard !tooLarge, area <= Int.max / 8 else { return nil }
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  public var area: Int { width * height }

  /// The rectangle (0, 0, width, height).
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

/// A rectangle of whole pixels with the origin at the top left and y pointing down. Empty if a side
/// is 0.
public struct PixelRect: Hashable, Sendable {
  /// A rectangle without pixels at the origin.
  package static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The first column.
  public let x: Int
  /// The first row.
  public let y: Int
  /// The width in pixels, 0 or more.
  public let width: Int
  /// The height in pixels, 0 or more.
  public let height: Int

  /// Creates a rectangle. Negative sides become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The size, or `nil` if the rectangle is empty.
  package var size: PixelSize? { PixelSize(width: width, height: height) }

  /// The column after the last one.
  public var maxX: Int { x + width }
  /// The row after the last one.
  public var maxY: Int { y + height }
  /// Whether a side is 0.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns the intersection. Empty if the rectangles do not overlap.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns the bounding box of both rectangles. Empty rectangles are ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// A rectangle in device pixels with fractional edges, with the origin at the top left and y
/// pointing down.
///
/// The pixel (column, row) covers the square (column, row, 1, 1). Its center is at +0.5.
package struct DeviceRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  /// The width in device pixels, 0 or more.
  package var width: Double
  /// The height in device pixels, 0 or more.
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
  /// Whether a side is 0, negative or NaN.
  package var isEmpty: Bool { !(width > 0 && height > 0) }

  package func moved(x right: Double, y down: Double) -> DeviceRect {
    DeviceRect(x: x + right, y: y + down, width: width, height: height)
  }

  package func scaled(_ across: Double, _ down: Double) -> DeviceRect {
    DeviceRect(x: x * across, y: y * down, width: width * across, height: height * down)
  }

  /// Converts a rectangle of a picture to the same rectangle of the picture at another size.
  package func scaled(from whole: PixelSize, to other: PixelSize) -> DeviceRect {
    scaled(
      Double(other.width) / Double(whole.width), Double(other.height) / Double(whole.height))
  }

  /// Returns the rectangle with each edge moved inwards by `distance`. A negative distance moves
  /// them outwards.
  package func inset(by distance: Double) -> DeviceRect {
    DeviceRect(
      x: x + distance, y: y + distance, width: max(0, width - 2 * distance),
      height: max(0, height - 2 * distance))
  }

  /// The whole-pixel rectangle with the same edges, or `nil` if an edge is fractional.
  package var exactPixels: PixelRect? {
    let rounded = enclosingPixels
    return DeviceRect(rounded) == self ? rounded : nil
  }

  /// The smallest whole-pixel rectangle that covers this one. Edges are clamped to ±2^30.
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

/// The radii of a rectangle's four corners, clockwise from the top left as in CSS.
package struct RoundedCorners: Hashable, Sendable {
  package var topLeft, topRight, bottomRight, bottomLeft: Double

  package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Creates four equal corners.
  package init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// The common radius, or `nil` if the corners differ.
  package var uniform: Double? {
    topLeft == topRight && topLeft == bottomRight && topLeft == bottomLeft ? topLeft : nil
  }

  package func mapped(_ change: (Double) -> Double) -> RoundedCorners {
    RoundedCorners(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }
}

/// A rectangle in points, or in pixels of a picture if documented so, with the origin at the top
/// left and y pointing down.
public struct PointRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width, 0 or more.
  public var width: Double
  /// The height, 0 or more.
  public var height: Double

  /// Creates a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
}

/// A point on the screen, in points from the top left.
package struct ScreenPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
