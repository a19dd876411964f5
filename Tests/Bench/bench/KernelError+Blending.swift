import PortableMath
import Raster

extension KernelError {
  static let levels = SyntheticPictures.size(256, 256)

  /// x: destination, y: source; the largest error over all alphas.
  static var crossfade: KernelError {
    var error = KernelError("crossfade", width: 256, height: 256)
    let from = gray { x, _ in x }
    let to = gray { _, y in y }
    var target = Pixmap(size: levels, fill: .black)
    for alpha in 0...255 {
      target.drawCrossfade(
        from: from, to: to, alpha: UInt8(alpha), x: 0, y: 0, clip: levels.bounds)
      for pixel in 0..<65536 {
        let exact = Double((pixel >> 8) * alpha + (pixel & 255) * (255 - alpha)) / 255
        error.add(target.bytes[pixel * 4], exact: exact, pixel: pixel)
      }
    }
    return error
  }

  /// x: destination, y: the source's alpha; the largest error over the source's colors.
  static var sourceOver: KernelError {
    var error = KernelError("source-over", width: 256, height: 256)
    let ground = gray { x, _ in x }
    for share in stride(from: 0, through: 255, by: 5) {
      let source = premultiplied(share: share)
      var target = ground
      target.draw(source, x: 0, y: 0, opacity: 255, clip: levels.bounds)
      for pixel in 0..<65536 {
        let exact =
          Double(source.bytes[pixel * 4])
          + Double((pixel & 255) * (255 - pixel >> 8)) / 255
        error.add(target.bytes[pixel * 4], exact: exact, pixel: pixel)
      }
    }
    return error
  }

  /// x: coverage, y: the source's alpha; the largest error over colors and destinations.
  static var maskedSourceOver: KernelError {
    var error = KernelError("source-over through a mask", width: 256, height: 256)
    guard let mask = CoverageMask(size: levels, bytes: (0..<65536).map { UInt8($0 & 255) }) else {
      return error
    }
    for share in [0, 85, 170, 255] {
      let source = premultiplied(share: share)
      for under in stride(from: 0, through: 255, by: 15) {
        var target = gray { _, _ in under }
        target.draw(
          source, x: 0, y: 0, through: PlacedMask(mask, x: 0, y: 0), clip: levels.bounds)
        for pixel in 0..<65536 {
          let (alpha, coverage) = (pixel >> 8, pixel & 255)
          let exact =
            Double(Int(source.bytes[pixel * 4]) * coverage) / 255
            + Double(under * (65025 - alpha * coverage)) / 65025
          error.add(target.bytes[pixel * 4], exact: exact, pixel: pixel)
        }
      }
    }
    return error
  }

  /// x: coverage, y: destination; the largest error over the colors.
  static var ink: KernelError {
    var error = KernelError("color through a mask", width: 256, height: 256)
    guard let mask = CoverageMask(size: levels, bytes: (0..<65536).map { UInt8($0 & 255) }) else {
      return error
    }
    let ground = gray { _, y in y }
    for color in stride(from: 0, through: 255, by: 5) {
      let level = UInt8(color)
      var target = ground
      target.draw(
        PlacedMask(mask, x: 0, y: 0), color: Color(red: level, green: level, blue: level),
        clip: levels.bounds)
      for pixel in 0..<65536 {
        let (under, coverage) = (pixel >> 8, pixel & 255)
        let exact = Double(color * coverage + under * (255 - coverage)) / 255
        error.add(target.bytes[pixel * 4], exact: exact, pixel: pixel)
      }
    }
    return error
  }

  private static func gray(_ level: (_ x: Int, _ y: Int) -> Int) -> Pixmap {
    pixmap { x, y in (level(x, y), 255) }
  }

  /// Rows of every alpha, the color a share of it in 1/255.
  private static func premultiplied(share: Int) -> Pixmap {
    pixmap { _, y in (y * share / 255, y) }
  }

  private static func pixmap(_ color: (_ x: Int, _ y: Int) -> (Int, Int)) -> Pixmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(levels.area * 4)
    for pixel in 0..<levels.area {
      let (level, alpha) = color(pixel & 255, pixel >> 8)
      bytes += [UInt8(level), UInt8(level), UInt8(level), UInt8(alpha)]
    }
    return Pixmap(size: levels, bytes: bytes) ?? Pixmap(size: levels)
  }
}
