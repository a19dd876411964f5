import PortableMath
import Testing

@testable import GIF

/// Colors in XYB compared with the definition in full precision.
struct XYBColorTests {
  private static let bias = 0.0037930732552754493

  /// Returns the three cube roots of a 0xRRGGBB color.
  private static func roots(_ rgb: UInt32) -> (long: Double, middle: Double, short: Double) {
    let red = SRGB.linear[Int(rgb >> 16) & 255]
    let green = SRGB.linear[Int(rgb >> 8) & 255]
    let blue = SRGB.linear[Int(rgb) & 255]
    func root(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      DeterministicMath.cubeRoot(red + green + blue + bias)
    }
    return (
      root(0.3 * red, 0.622 * green, 0.078 * blue),
      root(0.23 * red, 0.692 * green, 0.078 * blue),
      root(0.24342268924547819 * red, 0.20476744424496821 * green, 0.5518098665095536 * blue)
    )
  }

  /// All colors whose channels are multiples of 17.
  private static let colors: [UInt32] = (UInt32(0)..<16 * 16 * 16).map { number in
    let (red, green, blue) = (number >> 8, number >> 4 & 15, number & 15)
    return 17 * (red << 16 | green << 8 | blue)
  }

  @Test func axesAreLumaAndTwoDifferences() {
    for rgb in Self.colors {
      let roots = Self.roots(rgb)
      let scale =
        255 / (DeterministicMath.cubeRoot(1 + Self.bias) - DeterministicMath.cubeRoot(Self.bias))
      let mean = (roots.long + roots.middle) / 2
      let color = XYBColor(rgb: rgb)
      let isClose =
        abs(Double(color.y) - scale * (mean - DeterministicMath.cubeRoot(Self.bias))) < 0.01
        && abs(Double(color.b) - scale * 1.1 * (roots.short - mean)) < 0.01
        && abs(Double(color.x) - scale * 7.7 * (roots.long - roots.middle) / 2) < 0.04
      #expect(isClose, "\(String(rgb, radix: 16))")
    }
  }

  @Test func graysHaveNoColor() {
    for value in UInt32(0)...255 {
      let color = XYBColor(rgb: value * 0x010101)
      #expect(abs(color.b) < 0.01 && abs(color.x) < 0.04)
    }
    #expect(abs(XYBColor(rgb: 0).y) < 0.001)
    #expect(abs(XYBColor(rgb: 0xFFFFFF).y - 255) < 0.01)
  }

  @Test func colorsRoundTrip() {
    for rgb in Self.colors { #expect(XYBColor(rgb: rgb).rgb == rgb) }
  }

  /// Colors outside the gamut are clamped.
  @Test func colorsOutsideTheGamutAreClamped() {
    #expect(XYBColor(y: 400, b: 0, x: 0).rgb == 0xFFFFFF)
    #expect(XYBColor(y: -100, b: 0, x: 0).rgb == 0)
  }

  /// The opposite is true for differences of encoded values.
  @Test func blueStepIsMoreVisibleInLightBlue() {
    func step(from rgb: UInt32) -> Float {
      XYBColor(rgb: rgb).squaredDistance(to: XYBColor(rgb: rgb + 8))
    }
    #expect(step(from: 0x7878C0) > 20 * step(from: 0x787808))
  }

  /// Fractional channels are interpolated between encoded values.
  @Test func interpolatesFractionalChannels() {
    let low = XYBColor(rgb: 0x406080)
    let high = XYBColor(rgb: 0x416181)
    let between = XYBColor(red: 64.5, green: 96.5, blue: 128.5)
    #expect(between.y > low.y && between.y < high.y)
    #expect(XYBColor(red: 255, green: 255, blue: 255) == XYBColor(rgb: 0xFFFFFF))
  }
}
