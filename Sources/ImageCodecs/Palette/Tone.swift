/// A colour where distance is roughly what the eye sees: luma and two scaled colour differences.
///
/// Luma and differences as in ITU-R BT.601 on the encoded values (whose gamma already is close to
/// the eye's cube root), 0...255 and about -128...128 before scaling.
struct Tone: Hashable, Sendable {
  /// How much a difference in blue-yellow, then red-green counts beside one in luma; measured
  /// against SSIMULACRA 2.
  static let blueScale: Float = 0.6
  static let redScale: Float = 0.6

  var y: Float
  var u: Float
  var v: Float

  @inline(__always)
  init(y: Float, u: Float, v: Float) {
    self.y = y
    self.u = u
    self.v = v
  }

  /// From 0xRRGGBB.
  @inline(__always)
  init(rgb: UInt32) {
    self.init(
      red: Float((rgb >> 16) & 255), green: Float((rgb >> 8) & 255), blue: Float(rgb & 255))
  }

  /// From encoded channels, 0...255.
  @inline(__always)
  init(red: Float, green: Float, blue: Float) {
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    y = luma
    u = (blue - luma) * (0.564 * Self.blueScale)
    v = (red - luma) * (0.713 * Self.redScale)
  }

  static let zero = Tone(y: 0, u: 0, v: 0)

  @inline(__always)
  func squaredDistance(to other: Tone) -> Float {
    let dy = y - other.y
    let du = u - other.u
    let dv = v - other.v
    return dy * dy + du * du + dv * dv
  }

  /// The nearest 0xRRGGBB.
  var rgb: UInt32 {
    let red = v / (0.713 * Self.redScale) + y
    let blue = u / (0.564 * Self.blueScale) + y
    let green = (y - 0.299 * red - 0.114 * blue) / 0.587
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value)) + 0.5) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
