import Raster

extension KernelError {
  /// Places and radii that meet the pixel grid in many ways.
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

  /// White rounded rectangles on black, against 64 × 64 points a pixel.
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

  /// The same outlines as paths.
  static var filledPaths: KernelError {
    var path = Path()
    for shape in shapes {
      let rect = DeviceRect(x: shape.x, y: shape.y, width: shape.width, height: shape.height)
      path.append(.roundedRect(RoundedRectangle(rect, cornerRadius: shape.radius)))
    }
    let mask = CoverageMask(filling: path, size: SyntheticPictures.size(320, 160))
    return coverage("filled paths", mask?.bytes ?? [UInt8](repeating: 0, count: 320 * 160))
  }

  private static func coverage(_ name: String, _ levels: [UInt8]) -> KernelError {
    var error = KernelError(name, width: 320, height: 160)
    for pixel in levels.indices {
      let (x, y) = (Double(pixel % 320), Double(pixel / 320))
      // No two shapes share a pixel.
      let near = shapes.first {
        x > $0.x - 1 && x < $0.x + $0.width && y > $0.y - 1 && y < $0.y + $0.height
      }
      var inside = 0
      if let near {
        for point in 0..<4096 {
          let column = x + (Double(point % 64) + 0.5) / 64
          let row = y + (Double(point / 64) + 0.5) / 64
          let across =
            abs(column - near.x - near.width / 2) - near.width / 2 + near.radius
          let down = abs(row - near.y - near.height / 2) - near.height / 2 + near.radius
          let corner = max(0, across) * max(0, across) + max(0, down) * max(0, down)
          if across <= near.radius, down <= near.radius, corner <= near.radius * near.radius {
            inside += 1
          }
        }
      }
      error.add(levels[pixel], exact: Double(inside) * 255 / 4096, pixel: pixel)
    }
    return error
  }
}
