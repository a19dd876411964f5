import PortableMath
import Raster

extension KernelError {
  private typealias Shape = (x: Double, y: Double, width: Double, height: Double, radius: Double)

  /// Rounded rectangles with different positions relative to the pixel grid.
  private static let shapes:
    [(x: Double, y: Double, width: Double, height: Double, radius: Double)] =
      [
        (4.3, 5.7, 60.2, 50.6, 10), (70.1, 3.4, 90.7, 60.3, 30.15), (170.25, 6.5, 63, 63, 31.5),
        (240.9, 4.1, 70.4, 20.8, 3.3), (241.3, 30.6, 12.7, 44.2, 6.35),
        (262.5, 32.25, 48.3, 40, 0.7),
        (5.6, 66.2, 100.9, 85.3, 40.2), (112.4, 72.8, 90.1, 30.5, 15.25),
        (113.7, 110.9, 140.2, 42, 2),
        (214.6, 80.3, 20.5, 20.5, 10.25), (262.2, 82.9, 50.6, 68.1, 20),
      ]

  /// The error of white rounded rectangles on black, compared with their exact area.
  static var roundedRectangles: KernelError {
    var picture = Pixmap(size: SyntheticPictures.size(320, 160), fill: .black)
    for shape in shapes {
      let rect = DeviceRect(x: shape.x, y: shape.y, width: shape.width, height: shape.height)
      picture.fill(
        RoundedRectangle(rect, cornerRadius: shape.radius), with: .white,
        clip: picture.size.bounds)
    }
    return coverage(
      "rounded rectangles",
      picture.bytes.enumerated().filter { $0.offset % 4 == 0 }
        .map(\.element))
  }

  /// The error of the same shapes as filled paths.
  static var filledPaths: KernelError {
    var path = Path()
    for shape in shapes {
      let rect = DeviceRect(x: shape.x, y: shape.y, width: shape.width, height: shape.height)
      appendRoundedRectangle(rect, radius: shape.radius, to: &path)
    }
    let mask = CoverageMask(filling: path, size: SyntheticPictures.size(320, 160))
    return coverage("filled paths", mask?.bytes ?? [UInt8](repeating: 0, count: 320 * 160))
  }

  /// Appends two rectangles and a disc in each corner. In their overlaps the winding number exceeds
  /// 1.
  private static func appendRoundedRectangle(
    _ rect: DeviceRect, radius: Double, to path: inout Path
  ) {
    path.append(
      .rect(
        DeviceRect(
          x: rect.x + radius, y: rect.y, width: rect.width - 2 * radius, height: rect.height)))
    path.append(
      .rect(
        DeviceRect(
          x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius)))
    for x in [rect.x + radius, rect.maxX - radius] {
      for y in [rect.y + radius, rect.maxY - radius] {
        path.append(.circle(centerX: x, centerY: y, radius: radius))
      }
    }
  }

  private static func coverage(_ name: String, _ levels: [UInt8]) -> KernelError {
    var error = KernelError(name, width: 320, height: 160)
    for pixel in levels.indices {
      let (x, y) = (Double(pixel % 320), Double(pixel / 320))
      // Each pixel belongs to at most one shape.
      let near = shapes.first {
        x > $0.x - 1 && x < $0.x + $0.width && y > $0.y - 1 && y < $0.y + $0.height
      }
      let area = near.map { covered(x, y, by: $0) } ?? 0
      error.add(levels[pixel], exact: area * 255, pixel: pixel)
    }
    return error
  }

  /// Returns the area of a pixel inside a shape. It is exact horizontally, and the sum of 256
  /// slices vertically.
  private static func covered(_ x: Double, _ y: Double, by shape: Shape) -> Double {
    let top = max(y, shape.y)
    let bottom = min(y + 1, shape.y + shape.height)
    guard top < bottom else { return 0 }
    let slices = 256
    var area = 0.0
    for slice in 0..<slices {
      let row = top + (bottom - top) * (Double(slice) + 0.5) / Double(slices)
      let beyond = max(
        0, shape.y + shape.radius - row, row - (shape.y + shape.height - shape.radius))
      let inset =
        shape.radius
        - max(0, shape.radius * shape.radius - beyond * beyond).squareRoot()
      let left = max(x, shape.x + inset)
      let right = min(x + 1, shape.x + shape.width - inset)
      area += max(0, right - left)
    }
    return area * (bottom - top) / Double(slices)
  }
}
