/// A color in XYB, in which Euclidean distance is roughly perceptual: luma and two color
/// differences, computed from the cube roots of the cones' responses (`ConeResponse`).
///
/// This is the color space of JPEG XL (ISO/IEC 18181-1) and SSIMULACRA 2 with scaled axes. Unlike
/// luma and differences of encoded values (ITU-R BT.601), it models that a step of blue is twenty
/// times as visible in light blue as in dark yellow. Files of four clips of a scrolled header are 2
/// to 7 % smaller at quality 60 and 6 to 25 % smaller at 80, at an equal score.
struct XYBColor: Hashable, Sendable {
  /// The weights of blue-yellow and red-green differences relative to luma, tuned with SSIMULACRA
  /// 2. (Its own weight of red-green is 14 times the plain difference.)
  private static let blueScale: Float = 1.1
  private static let redScale: Float = 7.7

  /// The components: luma, yellow to blue, green to red, and 0.
  var vector: SIMD4<Float>

  /// Luma in 0 (black)...255 (white).
  var y: Float { vector[0] }
  /// The blue-yellow component, about -70...129.
  var b: Float { vector[1] }
  /// The red-green component, about -37...65.
  var x: Float { vector[2] }

  @inline(__always)
  init(_ vector: SIMD4<Float>) { self.vector = vector }

  @inline(__always)
  init(y: Float, b: Float, x: Float) { vector = SIMD4(y, b, x, 0) }

  /// Creates a color from 0xRRGGBB.
  @inline(__always)
  init(rgb: UInt32, _ response: ConeResponse = .shared) { self.init(response.responses(to: rgb)) }

  /// Creates a color from encoded channels in 0...255.
  init(red: Float, green: Float, blue: Float) {
    self.init(ConeResponse.shared.responses(red: red, green: green, blue: blue))
  }

  @inline(__always)
  private init(_ responses: (long: Float, middle: Float, short: Float)) {
    let mean = 0.5 * (responses.long + responses.middle)
    self.init(
      y: mean, b: (responses.short - mean) * Self.blueScale,
      x: (responses.long - responses.middle) * (0.5 * Self.redScale))
  }

  static let zero = XYBColor(.zero)

  @inline(__always)
  func squaredDistance(to other: XYBColor) -> Float { vector.squaredDistance(to: other.vector) }

  /// Returns a color with the same luma and with color differences multiplied by `factor`.
  func scaled(colorBy factor: Float) -> XYBColor { XYBColor(y: y, b: b * factor, x: x * factor) }

  /// The nearest color as 0xRRGGBB.
  var rgb: UInt32 {
    let half = x / Self.redScale
    return ConeResponse.shared.rgb(long: y + half, middle: y - half, short: b / Self.blueScale + y)
  }
}

/// Four colors in planar layout, whose distances from another color are computed together.
struct FourColors {
  var y: SIMD4<Float>
  var b: SIMD4<Float>
  var x: SIMD4<Float>

  /// Four colors that are infinitely far from every color.
  static let none = FourColors(y: SIMD4(repeating: .infinity), b: .zero, x: .zero)

  subscript(lane: Int) -> XYBColor {
    @inline(__always) get { XYBColor(y: y[lane], b: b[lane], x: x[lane]) }
    @inline(__always) set { (y[lane], b[lane], x[lane]) = (newValue.y, newValue.b, newValue.x) }
  }

  /// Returns the squared distances from an `XYBColor.vector`.
  func squaredDistances(to color: SIMD4<Float>) -> SIMD4<Float> {
    let squares = squares(from: color)
    return squares.y + squares.b + squares.x
  }

  /// Returns the squared differences from an `XYBColor.vector` for each axis.
  func squares(from color: SIMD4<Float>) -> FourColors {
    let dy = y - inAllLanes(color[0])
    let db = b - inAllLanes(color[1])
    let dx = x - inAllLanes(color[2])
    return FourColors(y: dy * dy, b: db * db, x: dx * dx)
  }
}

extension SIMD4<Float> {
  /// Returns the squared distance of two `XYBColor.vector`s.
  @inline(__always)
  func squaredDistance(to other: SIMD4<Float>) -> Float {
    let squares = squares(from: other)
    return squares[0] + squares[1] + squares[2]
  }

  /// Returns the squared differences of two `XYBColor.vector`s for each axis.
  func squares(from other: SIMD4<Float>) -> SIMD4<Float> {
    let difference = self - other
    return difference * difference
  }
}
