import Numerics

// Unsafe memory: the colours of every pixel are looked up, through plain allocations that last as long
// as the program.

/// What the cones of the eye that receive long, middle and short waves answer to a colour: cube roots of
/// mixtures of linear light and a little more than none.
///
/// Absorbances and bias as in JPEG XL's XYB (ISO/IEC 18181-1, annex L).
struct ConeResponse: @unchecked Sendable {
  /// The cube roots for the three kinds of cones.
  struct Roots {
    var long: Float
    var middle: Float
    var short: Float
  }

  static let shared = ConeResponse()

  /// The cube root that black has for all cones, and that of white.
  static let blackRoot = Float(DeterministicMath.cubeRoot(bias))
  static let whiteRoot = Float(DeterministicMath.cubeRoot(1 + bias))

  private static let bias = 0.0037930732552754493
  /// What long, middle and short cones receive of a primary's linear light; each cone 1 in all.
  private static let ofRed = SIMD4<Double>(0.30, 0.23, 0.24342268924547819, 0)
  private static let ofGreen = SIMD4<Double>(0.622, 0.692, 0.20476744424496821, 0)
  private static let ofBlue = SIMD4<Double>(0.078, 0.078, 0.55180986650955360, 0)

  /// A cube root as a line over a short interval.
  private struct Line {
    var atZero: Float
    var slope: Float
  }

  /// What the cones receive of each encoded value of a primary, the bias with red.
  private let red: UnsafeMutablePointer<SIMD4<Float>>
  private let green: UnsafeMutablePointer<SIMD4<Float>>
  private let blue: UnsafeMutablePointer<SIMD4<Float>>
  /// The cube root, 64 lines for each doubling: within 7 millionths of itself.
  private let lines: UnsafeMutablePointer<Line>
  /// The bits of a `Float` that do not tell its line, and the number of the first.
  private static let lineShift: UInt32 = 17
  private static let firstLine = Float(bias).bitPattern >> lineShift

  private init() {
    func table(_ part: SIMD4<Double>, bias: Double) -> UnsafeMutablePointer<SIMD4<Float>> {
      let table = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 256)
      for (value, light) in SRGB.linear.enumerated() {
        (table + value).initialize(to: SIMD4<Float>(light * part + bias))
      }
      return table
    }
    red = table(Self.ofRed, bias: Self.bias)
    green = table(Self.ofGreen, bias: 0)
    blue = table(Self.ofBlue, bias: 0)
    // Rounded sums may exceed what white's are by a hair.
    let count = Float(1.01).bitPattern >> Self.lineShift - Self.firstLine + 1
    lines = .allocate(capacity: Int(count))
    for number in 0..<count {
      func edge(_ number: UInt32) -> Double {
        Double(Float(bitPattern: (Self.firstLine + number) << Self.lineShift))
      }
      let (start, end) = (edge(number), edge(number + 1))
      let root = DeterministicMath.cubeRoot(start)
      let slope = (DeterministicMath.cubeRoot(end) - root) / (end - start)
      (lines + Int(number)).initialize(
        to: Line(atZero: Float(root - slope * start), slope: Float(slope)))
    }
  }

  /// The roots of 0xRRGGBB; what is above these bits is not looked at.
  @inline(__always)
  func roots(of rgb: UInt32) -> Roots {
    roots(
      red[Int((rgb >> 16) & 255)] + green[Int((rgb >> 8) & 255)] + blue[Int(rgb & 255)])
  }

  /// The roots of encoded channels, 0...255.
  func roots(red: Float, green: Float, blue: Float) -> Roots {
    func light(_ table: UnsafeMutablePointer<SIMD4<Float>>, _ value: Float) -> SIMD4<Float> {
      let low = min(254, Int(value))
      return table[low] + (value - Float(low)) * (table[low + 1] - table[low])
    }
    return roots(light(self.red, red) + light(self.green, green) + light(self.blue, blue))
  }

  @inline(__always)
  private func roots(_ received: SIMD4<Float>) -> Roots {
    Roots(
      long: cubeRoot(received[0]), middle: cubeRoot(received[1]), short: cubeRoot(received[2]))
  }

  @inline(__always)
  private func cubeRoot(_ value: Float) -> Float {
    let line = lines[Int(value.bitPattern >> Self.lineShift &- Self.firstLine)]
    return line.atZero + line.slope * value
  }

  /// The nearest 0xRRGGBB.
  static func rgb(of roots: Roots) -> UInt32 {
    func received(_ root: Float) -> Double { Double(root) * Double(root) * Double(root) - bias }
    let (long, middle, short) = (
      received(roots.long), received(roots.middle), received(roots.short)
    )
    // Long and middle cones receive the same of blue, and differ by as much more red as less green.
    let redOverGreen = (long - middle) / (ofRed[0] - ofRed[1])
    let first = long - ofRed[0] * redOverGreen
    let second = short - ofRed[2] * redOverGreen
    let determinant = (1 - ofBlue[0]) * ofBlue[2] - ofBlue[0] * (1 - ofBlue[2])
    let green = (first * ofBlue[2] - ofBlue[0] * second) / determinant
    let blue = ((1 - ofBlue[0]) * second - (1 - ofBlue[2]) * first) / determinant
    func byte(_ light: Double) -> UInt32 { UInt32(SRGB.encoded(linear: light)) }
    return byte(green + redOverGreen) << 16 | byte(green) << 8 | byte(blue)
  }
}
