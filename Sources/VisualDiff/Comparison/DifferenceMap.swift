package import PortableMath
package import Raster

/// The state of each pixel after a comparison, one byte per pixel of the union canvas.
package struct DifferenceMap: Hashable, Sendable {
  /// The pictures are equal.
  package static let same: UInt8 = 0
  /// The pixel is masked.
  package static let ignored: UInt8 = 1
  /// The difference is attributed to anti-aliasing.
  package static let antialiased: UInt8 = 2
  /// Only one of the pictures has this pixel.
  package static let outside: UInt8 = 3
  /// The weakest difference. Greater values up to 255 are stronger differences.
  package static let faintest: UInt8 = 4

  package let size: PixelSize
  /// The states, `size.area` bytes.
  package let bytes: [UInt8]

  /// Returns the byte of a differing pixel for a strength in 0...1.
  static func byte(strength: Double) -> UInt8 {
    faintest + UInt8(min(1, max(0, strength)) * Double(255 - faintest))
  }

  /// The map as a picture: differences are orange (weak) to deep red (strong), anti-aliased pixels
  /// yellow, pixels of only one picture violet, and masked pixels hatched in gray. Transparent where
  /// the pictures agree.
  package var mask: Pixmap {
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = y * size.width + x
        guard let color = color(self.bytes[index], x, y) else { continue }
        bytes.replaceSubrange(
          index * 4..<index * 4 + 4, with: [color.red, color.green, color.blue, 255])
      }
    }
    return Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
  }

  /// Returns a mask over its first picture, which is faded to gray.
  package static func heatMap(_ mask: Pixmap, over first: Pixmap) -> Pixmap {
    var bytes = [UInt8](repeating: 255, count: mask.size.area * 4)
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        let color = faded(first, x, y)
        let pixel = (y * mask.width + x) * 4
        bytes[pixel] = color.red
        bytes[pixel + 1] = color.green
        bytes[pixel + 2] = color.blue
      }
    }
    var picture = Pixmap(size: mask.size, bytes: bytes) ?? Pixmap(size: mask.size)
    picture.draw(mask, x: 0, y: 0, opacity: 255, clip: mask.size.bounds)
    return picture
  }

  /// Returns the color of a state, or `nil` if the pictures are equal.
  private func color(_ state: UInt8, _ x: Int, _ y: Int) -> Color? {
    switch state {
    case DifferenceMap.same: return nil
    case DifferenceMap.ignored: return (x + y) % 8 < 4 ? Color(rgb: 0xC4CAD1) : Color(rgb: 0xDDE1E6)
    case DifferenceMap.antialiased: return Color(rgb: 0xFFE04A)
    case DifferenceMap.outside: return (x - y) & 7 < 4 ? Color(rgb: 0x8E5BD6) : Color(rgb: 0xA87BE8)
    default:
      let heat = Int(state - DifferenceMap.faintest)
      return Color(
        red: UInt8(255 - heat * 70 / 251), green: UInt8(150 - heat * 150 / 251),
        blue: UInt8(heat * 50 / 251))
    }
  }

  /// Returns the pixel's gray with a fifth of its contrast on white. The luma weights are those of
  /// ITU-R BT.601 in 256ths.
  private static func faded(_ picture: Pixmap, _ x: Int, _ y: Int) -> Color {
    guard x < picture.width, y < picture.height else { return .white }
    let pixel = (y * picture.width + x) * 4
    let luma =
      (77 * Int(picture.bytes[pixel]) + 150 * Int(picture.bytes[pixel + 1])
        + 29 * Int(picture.bytes[pixel + 2])) >> 8
    let gray = UInt8(255 - (Int(picture.bytes[pixel + 3]) - min(luma, 255)) / 5)
    return Color(red: gray, green: gray, blue: gray)
  }
}
