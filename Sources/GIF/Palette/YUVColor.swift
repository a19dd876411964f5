/// A colour in a space where Euclidean distance is roughly perceptual: luma and two scaled colour
/// differences.
///
/// Luma and differences as in ITU-R BT.601 on the encoded values (whose gamma already is close to
/// the eye's cube root), 0...255 and about -128...128 before scaling.
struct YUVColor: Hashable, Sendable {
  /// The weight of a blue-yellow, then of a red-green difference beside one of luma; measured with
  /// SSIMULACRA 2.
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

  static let zero = YUVColor(y: 0, u: 0, v: 0)

  @inline(__always)
  func squaredDistance(to other: YUVColor) -> Float {
    let dy = y - other.y
    let du = u - other.u
    let dv = v - other.v
    return dy * dy + du * du + dv * dv
  }

  /// The same luma with `factor` times the differences of colour.
  @inline(__always)
  func scaled(colorBy factor: Float) -> YUVColor { YUVColor(y: y, u: u * factor, v: v * factor) }

  @inline(__always)
  mutating func add(_ other: YUVColor) {
    y += other.y
    u += other.u
    v += other.v
  }

  /// The three and a zero.
  @inline(__always)
  var vector: SIMD4<Float> { SIMD4(y, u, v, 0) }

  /// The nearest 0xRRGGBB.
  var rgb: UInt32 {
    let red = v / (0.713 * Self.redScale) + y
    let blue = u / (0.564 * Self.blueScale) + y
    let green = (y - 0.299 * red - 0.114 * blue) / 0.587
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value)) + 0.5) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}

/// Four colours side by side, whose distances from another one are computed at once.
struct FourColors {
  var y: SIMD4<Float>
  var u: SIMD4<Float>
  var v: SIMD4<Float>

  /// Four that are infinitely far from every colour.
  static let none = FourColors(y: SIMD4(repeating: .infinity), u: .zero, v: .zero)

  subscript(lane: Int) -> YUVColor {
    @inline(__always) get { YUVColor(y: y[lane], u: u[lane], v: v[lane]) }
    @inline(__always) set { (y[lane], u[lane], v[lane]) = (newValue.y, newValue.u, newValue.v) }
  }

  @inline(__always)
  func squaredDistances(to color: YUVColor) -> SIMD4<Float> {
    squaredDistances(to: color.vector)
  }

  /// The same to a `YUVColor.vector`.
  @inline(__always)
  func squaredDistances(to color: SIMD4<Float>) -> SIMD4<Float> {
    let dy = y - color[0]
    let du = u - color[1]
    let dv = v - color[2]
    return dy * dy + du * du + dv * dv
  }
}

extension SIMD4<Float> {
  /// The squared distance of two `YUVColor.vector`s.
  @inline(__always)
  func squaredDistance(to other: SIMD4<Float>) -> Float {
    let difference = self - other
    let square = difference * difference
    return square[0] + square[1] + square[2]
  }

  /// The first lane that holds the least value; 0 where none is a number.
  @inline(__always)
  var leastLane: Int {
    let low = self[1] < self[0] ? 1 : 0
    let high = self[3] < self[2] ? 3 : 2
    return self[high] < self[low] ? high : low
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// The lanes that are set.
  @inline(__always)
  var lanes: Lanes {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return Lanes(bits: (halves[0] & 0x2_0000_0001) | (halves[1] & 0x8_0000_0004))
  }
}

/// Some of four lanes: lane n is bit n of either half.
struct Lanes {
  fileprivate var bits: UInt64

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  /// Removes a lane and returns it; there must be one.
  @inline(__always)
  mutating func removeOne() -> Int {
    let number = bits.trailingZeroBitCount
    bits &= bits &- 1
    return number & 31
  }
}
