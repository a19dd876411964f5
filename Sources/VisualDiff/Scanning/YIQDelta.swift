/// The colour difference of pixelmatch: the YIQ transform of Kotsarenko and Ramos, "Measuring
/// perceived color difference using YIQ NTSC transmission color space in mobile applications"
/// (2010), with the order of operations that makes the rounding the original's own.
struct YIQDelta {
  /// Whether translucent pixels lie over a pattern that depends on the position, or over white.
  let blendsOverPattern: Bool

  /// The squared distance of two pixels, 0...35215.
  /// - position: the index of the pixel in its picture, row by row.
  @inline(__always)
  func squaredDistance(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    let y = luma(red, green, blue)
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// How much brighter the first is than the second, which is not equal to it.
  @inline(__always)
  func brightness(_ first: UInt32, _ second: UInt32, position: Int) -> Double {
    let (red, green, blue) = difference(first, second, position: position)
    return luma(red, green, blue)
  }

  @inline(__always)
  private func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  /// The difference of the colours over their background.
  @inline(__always)
  private func difference(
    _ first: UInt32, _ second: UInt32, position: Int
  ) -> (Double, Double, Double) {
    if first & second & YIQDelta.alphaBits == YIQDelta.alphaBits {
      return (
        step(first, second, shift: 0), step(first, second, shift: 8),
        step(first, second, shift: 16)
      )
    }
    let left = channels(first)
    let right = channels(second)
    let background = blendsOverPattern ? YIQDelta.pattern(position) : SIMD4(repeating: 255)
    let blended = left &* left.w &- right &* right.w &- background &* (left.w - right.w)
    return (Double(blended.x) / 255, Double(blended.y) / 255, Double(blended.z) / 255)
  }

  private static let alphaBits = UInt32(0xFF00_0000).littleEndian

  /// The difference of one channel.
  @inline(__always)
  private func step(_ first: UInt32, _ second: UInt32, shift: UInt32) -> Double {
    let left = Int32(truncatingIfNeeded: (UInt32(littleEndian: first) >> shift) & 255)
    let right = Int32(truncatingIfNeeded: (UInt32(littleEndian: second) >> shift) & 255)
    return Double(left &- right)
  }

  /// 48 or 207 a channel: red never changes, green and blue follow the golden ratio, counted in
  /// bytes from the start of the picture.
  @inline(__always)
  private static func pattern(_ position: Int) -> SIMD4<Int32> {
    let byte = Double(position * 4)
    let green = Int(byte / 1.618033988749895) & 1
    let blue = Int(byte / 2.618033988749895) & 1
    return SIMD4(48, 48 + 159 * Int32(green), 48 + 159 * Int32(blue), 0)
  }
}
