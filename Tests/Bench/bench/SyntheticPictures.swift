import PortableMath
import Raster

/// Pictures that are computed with integer arithmetic, so that all runs use the same bytes.
enum SyntheticPictures {
  static func size(_ width: Int, _ height: Int) -> PixelSize {
    guard let size = PixelSize(width: width, height: height) else {
      preconditionFailure("sizes here are literals of at least 1")
    }
    return size
  }

  /// Returns an opaque picture with gradients, discs and noise, similar to a photograph.
  static func banner(_ size: PixelSize) -> Pixmap {
    var picture = made(size) { x, y, noise in
      let red = 30 + 150 * x / size.width
      let green = 50 + 130 * y / size.height
      let blue = 190 - 120 * x / size.width + 30 * y / size.height
      return (red + noise, green + noise, blue + noise)
    }
    let unit = Double(size.height) / 500
    for (x, y, radius, color) in [
      (290.0, 190.0, 120.0, 0xF0C840), (780, 320, 170, 0x208C5A), (1190, 150, 105, 0xD83C46),
      (1010, 410, 75, 0xF0F0F6), (130, 430, 85, 0x101640),
    ] {
      let rect = DeviceRect(
        x: (x - radius) * unit, y: (y - radius) * unit, width: 2 * radius * unit,
        height: 2 * radius * unit)
      picture.fill(
        RoundedRectangle(rect, cornerRadius: radius * unit),
        with: Color(rgb: UInt32(color), alpha: 200), clip: size.bounds)
    }
    return picture
  }

  /// Returns an opaque picture with a disc on a gradient.
  static func avatar(_ size: PixelSize) -> Pixmap {
    var picture = made(size) { x, y, noise in
      (220 - 110 * y / size.height, 110 + 80 * x / size.width + noise, 80 + 120 * y / size.height)
    }
    let side = Double(size.width)
    picture.fill(
      RoundedRectangle(
        DeviceRect(x: side * 0.2, y: side * 0.2, width: side * 0.6, height: side * 0.6),
        cornerRadius: side * 0.3), with: Color(rgb: 0xFAE1C8), clip: size.bounds)
    return picture
  }

  /// Returns a premultiplied picture with all alphas.
  static func translucent(_ size: PixelSize) -> Pixmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let alpha = (x * 5 + y * 3) & 255
        for channel in 0..<3 {
          bytes.append(UInt8((x &* (channel + 3) &+ y) & 255) / 2 &* UInt8(alpha / 128))
          bytes[bytes.count - 1] = min(bytes[bytes.count - 1], UInt8(alpha))
        }
        bytes.append(UInt8(alpha))
      }
    }
    return picture(size, bytes)
  }

  /// Returns a mask with all coverages.
  static func mask(_ size: PixelSize) -> CoverageMask {
    var bytes = [UInt8](repeating: 0, count: size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes[y * size.width + x] = UInt8(truncatingIfNeeded: x &* 3 &+ y &* 7)
      }
    }
    guard let mask = CoverageMask(size: size, bytes: bytes) else {
      preconditionFailure("one byte a pixel")
    }
    return mask
  }

  private static func made(
    _ size: PixelSize, _ color: (_ x: Int, _ y: Int, _ noise: Int) -> (Int, Int, Int)
  ) -> Pixmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * 4)
    var state: UInt32 = 2463534242
    for y in 0..<size.height {
      for x in 0..<size.width {
        // G. Marsaglia, "Xorshift RNGs" (2003).
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        let (red, green, blue) = color(x, y, Int(state >> 24) / 12 - 10)
        for channel in [red, green, blue] { bytes.append(UInt8(max(0, min(255, channel)))) }
        bytes.append(255)
      }
    }
    return picture(size, bytes)
  }

  private static func picture(_ size: PixelSize, _ bytes: [UInt8]) -> Pixmap {
    guard let picture = Pixmap(size: size, bytes: bytes) else {
      preconditionFailure("four bytes a pixel")
    }
    return picture
  }
}

/// Masks with the size and coverage of text, so that the benchmarks do not need a font.
enum SyntheticText {
  /// Returns a line of `letters` shapes that resemble glyphs.
  ///
  /// - Parameter size: The font size in pixels. An average sans serif letter has a width of 0.57
  ///   times the font size.
  static func line(letters: Int, size: Double, bold: Bool) -> CoverageMask {
    let advance = size * (bold ? 0.63 : 0.57)
    let height = size * 1.17
    let stem = size * (bold ? 0.17 : 0.095)
    var path = Path()
    var bowls = Path()
    for letter in 0..<letters where letter % 6 != 5 {
      let x = Double(letter) * advance + stem
      let top = letter % 3 == 0 ? size * 0.2 : size * 0.4
      path.append(
        .rect(DeviceRect(x: x, y: top, width: stem, height: size * 0.95 - top)))
      bowls.append(
        .ellipse(
          in: DeviceRect(
            x: x + stem / 2, y: size * 0.42, width: advance * 0.62, height: size * 0.5)))
    }
    let bounds = SyntheticPictures.size(
      Int((Double(letters) * advance + 2).rounded(.up)), Int(height.rounded(.up)))
    guard let stems = CoverageMask(filling: path, size: bounds),
      let rings = CoverageMask(stroking: bowls, width: stem, size: bounds),
      let text = CoverageMask(
        size: bounds, bytes: zip(stems.bytes, rings.bytes).map { max($0, $1) })
    else { preconditionFailure("glyph-like shapes have finite coordinates") }
    return text
  }
}
