/// A rectangle in device pixels with fractional edges, origin top left, y down.
///
/// Pixel (column, row) covers the square (column, row, 1, 1); its centre is at +0.5.
public struct DeviceRect: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Device pixels, 0...
  public var width: Double
  /// Device pixels, 0...
  public var height: Double

  /// A rectangle from its top left corner and its sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same rectangle with fractional type.
  public init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y),
      width: Double(rect.width), height: Double(rect.height))
  }

  /// Right edge.
  public var maxX: Double { x + width }
  /// Bottom edge.
  public var maxY: Double { y + height }
  /// Whether a side is 0, negative or not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The whole-pixel rectangle with the same edges, or nil if an edge is fractional.
  public var exactPixels: PixelRect? {
    let rounded = enclosingPixels
    return DeviceRect(rounded) == self ? rounded : nil
  }

  /// The smallest whole-pixel rectangle that covers this one (edges clamped to ±2^30).
  public var enclosingPixels: PixelRect {
    guard !isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    func clamped(_ value: Double) -> Int { Int(max(-0x1p30, min(0x1p30, value))) }
    let left = clamped(x.rounded(.down))
    let top = clamped(y.rounded(.down))
    return PixelRect(
      x: left, y: top,
      width: clamped(maxX.rounded(.up)) - left, height: clamped(maxY.rounded(.up)) - top)
  }
}
