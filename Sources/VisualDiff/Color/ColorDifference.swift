import PortableMath

/// A color in CIE 1976 L*a*b* with white point D65.
struct LabColor: Hashable, Sendable {
  /// The lightness, 0...100.
  var lightness: Double
  /// The position between green (negative) and red.
  var a: Double
  /// The position between blue (negative) and yellow.
  var b: Double
}

extension LabColor {
  /// Converts an sRGB color with channels in 0...255. The matrix is that of IEC 61966-2-1 with four
  /// digits, the transform to Lab that of CIE 15.
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let red = SRGB.linear[Int(red)]
    let green = SRGB.linear[Int(green)]
    let blue = SRGB.linear[Int(blue)]
    let x = red * 0.4124 + green * 0.3576 + blue * 0.1805
    let y = red * 0.2126 + green * 0.7152 + blue * 0.0722
    let z = red * 0.0193 + green * 0.1192 + blue * 0.9505
    let scaledX = LabColor.compressed(x / 0.950489)
    let scaledY = LabColor.compressed(y)
    let scaledZ = LabColor.compressed(z / 1.088840)
    lightness = 116 * scaledY - 16
    a = 500 * (scaledX - scaledY)
    b = 200 * (scaledY - scaledZ)
  }

  private static func compressed(_ value: Double) -> Double {
    let edge = 6.0 / 29
    return value > edge * edge * edge
      ? DeterministicMath.cubeRoot(value) : value / (3 * edge * edge) + 4.0 / 29
  }
}

/// Returns the color difference of CIE 1994 for graphic arts (K1 0.045, K2 0.015, all weights 1),
/// CIE 116-1995. It is not symmetric: the first color is the reference. A difference of 1 is just
/// noticeable.
func cie94(_ reference: LabColor, _ other: LabColor) -> Double {
  let lightness = reference.lightness - other.lightness
  let a = reference.a - other.a
  let b = reference.b - other.b
  let referenceChroma = (reference.a * reference.a + reference.b * reference.b).squareRoot()
  let chroma = referenceChroma - (other.a * other.a + other.b * other.b).squareRoot()
  let hueSquared = max(0, a * a + b * b - chroma * chroma)
  let weightedChroma = chroma / (1 + 0.045 * referenceChroma)
  let hueWeight = 1 + 0.015 * referenceChroma
  return
    (lightness * lightness + weightedChroma * weightedChroma
    + hueSquared / (hueWeight * hueWeight)).squareRoot()
}

/// Returns the color difference CIEDE2000 with all weights 1, after Sharma, Wu and Dalal, "The
/// CIEDE2000 color-difference formula: implementation notes, supplementary test data, and
/// mathematical observations" (2005). A difference of 1 is just noticeable.
func ciede2000(_ first: LabColor, _ second: LabColor) -> Double {
  let meanChroma = (first.chroma + second.chroma) / 2
  let stretch = 1.5 - 0.5 * saturation(meanChroma)
  let left = HueChroma(a: first.a * stretch, b: first.b)
  let right = HueChroma(a: second.a * stretch, b: second.b)

  let lightness = second.lightness - first.lightness
  let chroma = right.chroma - left.chroma
  let turn = left.hueDifference(to: right)
  let hue = 2 * (left.chroma * right.chroma).squareRoot() * DeterministicMath.sin(degrees: turn / 2)

  let meanLightness = (first.lightness + second.lightness) / 2
  let primedChroma = (left.chroma + right.chroma) / 2
  let meanHue = left.meanHue(with: right)
  let tint =
    1 - 0.17 * DeterministicMath.cos(degrees: meanHue - 30) + 0.24
    * DeterministicMath.cos(degrees: 2 * meanHue)
    + 0.32 * DeterministicMath.cos(degrees: 3 * meanHue + 6) - 0.20
    * DeterministicMath.cos(degrees: 4 * meanHue - 63)
  let offset = (meanHue - 275) / 25
  let rotation =
    -DeterministicMath.sin(degrees: 60 * DeterministicMath.exp(-offset * offset))
    * 2 * saturation(primedChroma)

  let centered = (meanLightness - 50) * (meanLightness - 50)
  let weightedLightness = lightness / (1 + 0.015 * centered / (20 + centered).squareRoot())
  let weightedChroma = chroma / (1 + 0.045 * primedChroma)
  let weightedHue = hue / (1 + 0.015 * primedChroma * tint)
  return
    (weightedLightness * weightedLightness + weightedChroma * weightedChroma
    + weightedHue * weightedHue + rotation * weightedChroma * weightedHue).squareRoot()
}

/// Returns the square root of c^7 / (c^7 + 25^7).
private func saturation(_ chroma: Double) -> Double {
  let cube = chroma * chroma * chroma
  let power = cube * cube * chroma
  return (power / (power + 6_103_515_625)).squareRoot()
}

extension LabColor { fileprivate var chroma: Double { (a * a + b * b).squareRoot() } }

/// The chroma and hue angle of the formula's primed colors.
private struct HueChroma {
  let chroma: Double
  /// The hue in degrees, 0..<360. 0 for gray.
  let hue: Double

  init(a: Double, b: Double) {
    chroma = (a * a + b * b).squareRoot()
    hue = DeterministicMath.direction(x: a, y: b)
  }

  /// Returns the angle from this hue to the other in degrees, -180...180. 0 if one is gray.
  func hueDifference(to other: HueChroma) -> Double {
    if chroma * other.chroma == 0 { return 0 }
    let turn = other.hue - hue
    if turn > 180 { return turn - 360 }
    return turn < -180 ? turn + 360 : turn
  }

  /// Returns the mean hue in degrees, or the sum of the hues if one is gray.
  func meanHue(with other: HueChroma) -> Double {
    let sum = hue + other.hue
    if chroma * other.chroma == 0 { return sum }
    if abs(hue - other.hue) <= 180 { return sum / 2 }
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  }
}
