import PortableMath
import Testing

@testable import Raster

/// A reproducible sequence of bytes (Knuth's 64-bit linear congruential generator).
struct ByteSource: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    func step() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    return step() << 32 | step()
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 40) }
}

/// Creates a size from literals that are at least 1.
func pixelSize(_ width: Int, _ height: Int) throws -> PixelSize {
  try #require(PixelSize(width: width, height: height))
}

extension Pixmap {
  /// Returns opaque noise over a gradient with a hard edge.
  static func opaqueNoise(_ size: PixelSize, seed: UInt64 = 1) -> Pixmap {
    var source = ByteSource(seed: seed)
    var picture = Pixmap(size: size, fill: .black)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let base = (y * size.width + x) * 4
        let dark = x * 3 > size.width && x * 2 < size.width
        picture.bytes[base] = UInt8(x * 200 / size.width) + source.byte() / 8
        picture.bytes[base + 1] = dark ? 0 : UInt8(y * 200 / size.height) + source.byte() / 8
        picture.bytes[base + 2] = dark ? 255 : source.byte()
      }
    }
    return picture
  }

  /// Returns premultiplied noise with all alphas.
  static func translucentNoise(_ size: PixelSize, seed: UInt64 = 1) -> Pixmap {
    var source = ByteSource(seed: seed)
    var picture = Pixmap(size: size)
    for pixel in 0..<size.area {
      let roll = source.byte()
      let alpha = roll < 40 ? 0 : roll > 200 ? 255 : source.byte()
      for channel in 0..<3 {
        picture.bytes[pixel * 4 + channel] = UInt8(Int(source.byte()) * Int(alpha) / 255)
      }
      picture.bytes[pixel * 4 + 3] = alpha
    }
    return picture
  }

  /// Returns the four bytes of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    let base = (y * width + x) * 4
    return Array(bytes[base..<base + 4])
  }
}

/// Returns the largest difference between two pictures' bytes and the fraction of equal bytes.
func difference(_ a: [UInt8], _ b: [UInt8]) -> (largest: Int, equal: Double) {
  var largest = 0
  var equal = 0
  for (x, y) in zip(a, b) {
    largest = max(largest, abs(Int(x) - Int(y)))
    if x == y { equal += 1 }
  }
  return (largest, Double(equal) / Double(max(1, a.count)))
}
