import PortableMath
import Raster
import VisualDiff

/// Returns a picture of one color.
func flat(_ width: Int, _ height: Int, _ color: Color) -> Pixmap {
  Pixmap(size: PixelSize(width: width, height: height) ?? Pixmap.onePixel, fill: color)
}

extension Pixmap {
  /// Returns a copy with a rectangle in another opaque color.
  func painted(_ rect: PixelRect, _ color: Color) -> Pixmap {
    var bytes = self.bytes
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let pixel = (y * width + x) * 4
        bytes[pixel] = color.red
        bytes[pixel + 1] = color.green
        bytes[pixel + 2] = color.blue
        bytes[pixel + 3] = color.alpha
      }
    }
    return Pixmap(size: size, bytes: bytes) ?? self
  }

  /// Returns an opaque gray picture with one value per pixel.
  static func grays(_ values: [UInt8], width: Int) -> Pixmap {
    let size = PixelSize(width: width, height: values.count / width) ?? onePixel
    return Pixmap(size: size, bytes: values.flatMap { [$0, $0, $0, 255] }) ?? Pixmap(size: size)
  }
}

/// Returns a time in hundredths of a second.
func hundredths(_ count: Int) -> RationalTime {
  RationalTime(count, over: 100) ?? .zero
}

extension ImageComparison {
  init(metric: ComparisonMetric = .exact, masks: [MaskRegion]) {
    self.init(metric: metric)
    self.masks = masks
  }
}

extension MaskRegion.Area {
  static var everywhere: MaskRegion.Area {
    .rect(PixelRect(x: 0, y: 0, width: 1 << 20, height: 1 << 20))
  }
}
