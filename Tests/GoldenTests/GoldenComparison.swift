import PortableMath
import Raster

/// Two different pictures.
struct GoldenComparison {
  let expected: Pixmap
  let actual: Pixmap

  /// Compares two pictures. Returns `nil` if they are equal.
  init?(expected: Pixmap, actual: Pixmap) {
    if expected == actual { return nil }
    self.expected = expected
    self.actual = actual
  }

  var summary: String {
    guard expected.size == actual.size else {
      return "\(actual.width) x \(actual.height) pixels instead of "
        + "\(expected.width) x \(expected.height)"
    }
    let pairs = zip(expected.bytes, actual.bytes)
    let largest = pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
    let pixels = stride(from: 0, to: expected.bytes.count, by: 4).count {
      expected.bytes[$0..<$0 + 4] != actual.bytes[$0..<$0 + 4]
    }
    return "\(pixels) of \(expected.size.area) pixels differ, by up to \(largest) levels"
  }

  /// Returns expected | difference (white if equal, darker if different, red if only one has the
  /// pixel) | actual.
  func picture() -> Pixmap {
    let width = max(expected.width, actual.width)
    let height = max(expected.height, actual.height)
    guard let size = PixelSize(width: width * 3 + 8, height: height) else { return actual }
    var picture = Pixmap(size: size, fill: Color(rgb: 0xFF00FF))
    picture.draw(expected, x: 0, y: 0, opacity: 255, clip: size.bounds)
    picture.draw(actual, x: 2 * width + 8, y: 0, opacity: 255, clip: size.bounds)
    for y in 0..<height {
      for x in 0..<width {
        picture.fill(
          DeviceRect(x: Double(width + 4 + x), y: Double(y), width: 1, height: 1),
          with: difference(x, y), clip: size.bounds)
      }
    }
    return picture
  }

  private func difference(_ x: Int, _ y: Int) -> Color {
    guard x < expected.width, x < actual.width, y < expected.height, y < actual.height else {
      return Color(rgb: 0xFF0000)
    }
    let one = (y * expected.width + x) * 4
    let other = (y * actual.width + x) * 4
    let largest =
      (0..<4).map { abs(Int(expected.bytes[one + $0]) - Int(actual.bytes[other + $0])) }
      .max() ?? 0
    // Even the smallest difference is visible.
    let level = UInt8(largest == 0 ? 255 : max(0, 160 - largest))
    return Color(red: level, green: level, blue: level)
  }
}
