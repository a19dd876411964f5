/// A colour in XYB, where Euclidean distance is roughly perceptual: luma and two differences of colour
/// from the cube roots of what the eye's three kinds of cones receive (`ConeResponse`).
///
/// The space of JPEG XL (ISO/IEC 18181-1) and of SSIMULACRA 2, its axes scaled. Unlike luma and
/// differences of encoded values (ITU-R BT.601) it knows that a step of blue is twenty times as much in
/// light blue as in dark yellow: files of four clips of a scrolled header are 2 to 7 % smaller at quality 60
/// and 6 to 25 % at 80, at an equal score.
struct XYBColor: Hashable, Sendable {
  /// The weight of a blue-yellow, then of a red-green difference beside one of luma; measured with
  /// SSIMULACRA 2. (The second one's is 14 times the plain difference there.)
  private static let blueScale: Float = 1.1
  private static let redScale: Float = 7.7

  /// Luma, from yellow to blue, from green to red, and 0.
  var vector: SIMD4<Float>

  /// 0 (black) ... 255 (white).
  var y: Float { vector[0] }
  /// About -70...129.
  var b: Float { vector[1] }
  /// About -37...65.
  var x: Float { vector[2] }

  @inline(__always)
  init(_ vector: SIMD4<Float>) { self.vector = vector }

  @inline(__always)
  init(y: Float, b: Float, x: Float) { vector = SIMD4(y, b, x, 0) }

  /// From 0xRRGGBB.
  @inline(__always)
  init(rgb: UInt32, _ response: ConeResponse = .shared) { self.init(response.answers(to: rgb)) }

  /// From encoded channels, 0...255.
  init(red: Float, green: Float, blue: Float) {
    self.init(ConeResponse.shared.answers(red: red, green: green, blue: blue))
  }

  @inline(__always)
  private init(_ answers: (long: Float, middle: Float, short: Float)) {
    let mean = 0.5 * (answers.long + answers.middle)
    self.init(
      y: mean, b: (answers.short - mean) * Self.blueScale,
      x: (answers.long - answers.middle) * (0.5 * Self.redScale))
  }

  static let zero = XYBColor(.zero)

  @inline(__always)
  func squaredDistance(to other: XYBColor) -> Float { vector.squaredDistance(to: other.vector) }

  /// The same luma with `factor` times the differences of colour.
  func scaled(colorBy factor: Float) -> XYBColor { XYBColor(y: y, b: b * factor, x: x * factor) }

  /// The nearest 0xRRGGBB.
  var rgb: UInt32 {
    let half = x / Self.redScale
    return ConeResponse.shared.rgb(long: y + half, middle: y - half, short: b / Self.blueScale + y)
  }
}

/// Four colours side by side, whose distances from another one are computed at once.
struct FourColors {
  var y: SIMD4<Float>
  var b: SIMD4<Float>
  var x: SIMD4<Float>

  /// Four that are infinitely far from every colour.
  static let none = FourColors(y: SIMD4(repeating: .infinity), b: .zero, x: .zero)

  subscript(lane: Int) -> XYBColor {
    @inline(__always) get { XYBColor(y: y[lane], b: b[lane], x: x[lane]) }
    @inline(__always) set { (y[lane], b[lane], x[lane]) = (newValue.y, newValue.b, newValue.x) }
  }

  /// To an `XYBColor.vector`.
  func squaredDistances(to color: SIMD4<Float>) -> SIMD4<Float> {
    let squares = squares(from: color)
    return squares.y + squares.b + squares.x
  }

  /// The squared differences from an `XYBColor.vector`, an axis each.
  func squares(from color: SIMD4<Float>) -> FourColors {
    let dy = y - inAllLanes(color[0])
    let db = b - inAllLanes(color[1])
    let dx = x - inAllLanes(color[2])
    return FourColors(y: dy * dy, b: db * db, x: dx * dx)
  }
}

extension SIMD4<Float> {
  /// The squared distance of two `XYBColor.vector`s.
  @inline(__always)
  func squaredDistance(to other: SIMD4<Float>) -> Float {
    let squares = squares(from: other)
    return squares[0] + squares[1] + squares[2]
  }

  /// The squared differences of two `XYBColor.vector`s, an axis each.
  func squares(from other: SIMD4<Float>) -> SIMD4<Float> {
    let difference = self - other
    return difference * difference
  }
}
