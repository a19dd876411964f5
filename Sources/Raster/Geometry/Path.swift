/// Lines and curves in device pixels, origin top left, y down.
public struct Path: Hashable, Sendable {
  /// A position in device pixels.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  enum Segment: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case close
  }

  private(set) var segments: [Segment] = []

  /// A path without segments.
  public init() {}

  /// Whether nothing was added yet.
  public var isEmpty: Bool { segments.isEmpty }

  /// Begins a contour.
  public mutating func moveTo(_ x: Double, _ y: Double) {
    segments.append(.move(Point(x: x, y: y)))
  }

  /// A straight line; begins a contour if there is none.
  public mutating func lineTo(_ x: Double, _ y: Double) {
    segments.append(.line(Point(x: x, y: y)))
  }

  /// A quadratic Bézier curve with one control point.
  public mutating func quadTo(_ x1: Double, _ y1: Double, _ x: Double, _ y: Double) {
    segments.append(.quad(Point(x: x1, y: y1), Point(x: x, y: y)))
  }

  /// A cubic Bézier curve with two control points.
  public mutating func cubicTo(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double
  ) {
    segments.append(.cubic(Point(x: x1, y: y1), Point(x: x2, y: y2), Point(x: x, y: y)))
  }

  /// A line back to where the contour began.
  public mutating func close() {
    segments.append(.close)
  }

  /// Adds another path's contours.
  public mutating func append(_ other: Path) {
    segments += other.segments
  }

  /// The same path, scaled about the origin, then moved.
  public func transformed(
    scale: Double, translateX: Double = 0, translateY: Double = 0
  ) -> Path {
    func moved(_ point: Point) -> Point {
      Point(x: point.x * scale + translateX, y: point.y * scale + translateY)
    }
    var result = Path()
    result.segments = segments.map { segment in
      switch segment {
      case .move(let end): .move(moved(end))
      case .line(let end): .line(moved(end))
      case .quad(let control, let end): .quad(moved(control), moved(end))
      case .cubic(let first, let second, let end): .cubic(moved(first), moved(second), moved(end))
      case .close: .close
      }
    }
    return result
  }
}
