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
    let dy = y - color.y
    let du = u - color.u
    let dv = v - color.v
    return dy * dy + du * du + dv * dv
  }
}

extension FourColors {
  /// `colors` in fours, the last ones filled up with `none`.
  static func fours(of colors: [YUVColor]) -> [FourColors] {
    stride(from: 0, to: colors.count, by: 4).map { start in
      var four = none
      for place in start..<min(start + 4, colors.count) { four[place - start] = colors[place] }
      return four
    }
  }
}

extension SIMD4<Float> {
  /// The first lane that holds the least value; 0 where none is a number.
  @inline(__always)
  var leastLane: Int {
    let low = self[1] < self[0] ? 1 : 0
    let high = self[3] < self[2] ? 3 : 2
    return self[high] < self[low] ? high : low
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// Bit n says what lane n says.
  @inline(__always)
  var bits: UInt32 {
    SIMD4<UInt32>.zero.replacing(with: SIMD4<UInt32>(1, 2, 4, 8), where: self).wrappedSum()
  }
}

extension UInt32 {
  /// Removes the lowest bit that is set and returns its number; there must be one.
  @inline(__always)
  mutating func removeLowestBit() -> Int {
    let number = trailingZeroBitCount
    self &= self &- 1
    return number
  }
}
