import PortableMath

// Unsafe memory: the colors of all pixels are looked up in plain allocations that are never freed.

/// The responses of the eye's long, medium and short cones to a color: cube roots of mixtures of
/// linear light plus a small bias, scaled to 0 (black)...255 (white).
///
/// The absorbances and the bias are those of XYB in JPEG XL (ISO/IEC 18181-1, annex L).
struct ConeResponse: @unchecked Sendable {
  /// The shared instance. Loops over many colors should keep a copy, because each access to a
  /// static value that is not a literal is a function call.
  static let shared = ConeResponse()

  private static let bias = 0.0037930732552754493
  /// The share of each primary's linear light in the long, medium and short cones. The shares of
  /// each cone add up to 1.
  private static let redShares = SIMD4<Double>(0.30, 0.23, 0.24342268924547819, 0)
  private static let greenShares = SIMD4<Double>(0.622, 0.692, 0.20476744424496821, 0)
  private static let blueShares = SIMD4<Double>(0.078, 0.078, 0.55180986650955360, 0)

  /// A linear approximation of the response over a short interval of light.
  private struct Line {
    var atZero: Float
    var slope: Float
  }

  /// The light that the cones receive from each encoded value of a primary. The bias is included in
  /// `red`.
  private let red: UnsafeMutablePointer<SIMD4<Float>>
  private let green: UnsafeMutablePointer<SIMD4<Float>>
  private let blue: UnsafeMutablePointer<SIMD4<Float>>
  /// The piecewise linear response, with 64 segments per octave. The relative error of the cube
  /// root is at most 7e-6.
  private let lines: UnsafeMutablePointer<Line>
  /// The number of low bits of a `Float` that do not select its segment, and the index of the first
  /// segment.
  private static let lineShift: UInt32 = 17
  private let firstLine = Float(Self.bias).bitPattern >> Self.lineShift

  /// The cube root for black, and the factor from cube roots to responses.
  private let blackRoot: Double
  private let scale: Double

  private init() {
    let blackRoot = DeterministicMath.cubeRoot(Self.bias)
    let scale = 255 / (DeterministicMath.cubeRoot(1 + Self.bias) - blackRoot)
    self.blackRoot = blackRoot
    self.scale = scale
    func table(_ part: SIMD4<Double>, bias: Double) -> UnsafeMutablePointer<SIMD4<Float>> {
      let table = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 256)
      for (value, light) in SRGB.linear.enumerated() {
        (table + value).initialize(to: SIMD4<Float>(light * part + bias))
      }
      return table
    }
    red = table(Self.redShares, bias: Self.bias)
    green = table(Self.greenShares, bias: 0)
    blue = table(Self.blueShares, bias: 0)
    // Rounding may make sums slightly larger than white.
    let count = Float(1.01).bitPattern >> Self.lineShift - firstLine + 1
    lines = .allocate(capacity: Int(count))
    for number in 0..<count {
      func edge(_ number: UInt32) -> Double {
        Double(Float(bitPattern: (firstLine + number) << Self.lineShift))
      }
      let (start, end) = (edge(number), edge(number + 1))
      func response(_ received: Double) -> Double {
        scale * (DeterministicMath.cubeRoot(received) - blackRoot)
      }
      let slope = (response(end) - response(start)) / (end - start)
      (lines + Int(number)).initialize(
        to: Line(atZero: Float(response(start) - slope * start), slope: Float(slope)))
    }
  }

  /// Returns the responses to a 0xRRGGBB color. Higher bits are ignored.
  @inline(__always)
  func responses(to rgb: UInt32) -> (long: Float, middle: Float, short: Float) {
    responses(red[Int((rgb >> 16) & 255)] + green[Int((rgb >> 8) & 255)] + blue[Int(rgb & 255)])
  }

  /// Returns the responses to encoded channels in 0...255.
  func responses(
    red: Float, green: Float, blue: Float
  ) -> (long: Float, middle: Float, short: Float) {
    func light(_ table: UnsafeMutablePointer<SIMD4<Float>>, _ value: Float) -> SIMD4<Float> {
      let low = min(254, Int(value))
      return table[low] + (value - Float(low)) * (table[low + 1] - table[low])
    }
    return responses(light(self.red, red) + light(self.green, green) + light(self.blue, blue))
  }

  @inline(__always)
  private func responses(_ received: SIMD4<Float>) -> (long: Float, middle: Float, short: Float) {
    (response(to: received[0]), response(to: received[1]), response(to: received[2]))
  }

  private func response(to received: Float) -> Float {
    let line = lines[Int(received.bitPattern >> Self.lineShift &- firstLine)]
    return line.atZero + line.slope * received
  }

  /// Returns the nearest 0xRRGGBB color with these responses.
  func rgb(long: Float, middle: Float, short: Float) -> UInt32 {
    func received(_ response: Float) -> Double {
      let root = Double(response) / scale + blackRoot
      return root * root * root - Self.bias
    }
    let (long, middle, short) = (received(long), received(middle), received(short))
    let (redShares, blueShares) = (Self.redShares, Self.blueShares)
    // Long and medium cones have equal shares of blue, and their shares of red and green differ by
    // opposite amounts.
    let redOverGreen = (long - middle) / (redShares[0] - redShares[1])
    let first = long - redShares[0] * redOverGreen
    let second = short - redShares[2] * redOverGreen
    let determinant = (1 - blueShares[0]) * blueShares[2] - blueShares[0] * (1 - blueShares[2])
    let green = (first * blueShares[2] - blueShares[0] * second) / determinant
    let blue = ((1 - blueShares[0]) * second - (1 - blueShares[2]) * first) / determinant
    func byte(_ light: Double) -> UInt32 { UInt32(SRGB.encoded(linear: light)) }
    return byte(green + redOverGreen) << 16 | byte(green) << 8 | byte(blue)
  }
}
