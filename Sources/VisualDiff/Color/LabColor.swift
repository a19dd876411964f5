/// A colour in CIE 1976 L*a*b*, white point D65.
struct LabColor: Hashable, Sendable {
  /// Lightness, 0...100.
  var lightness: Double
  /// Green to red.
  var a: Double
  /// Blue to yellow.
  var b: Double

  /// An sRGB colour, channels 0...255.
  /// Transfer function and matrix: IEC 61966-2-1 in four digits; Lab: CIE 15.
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let red = LabColor.linear[Int(red)]
    let green = LabColor.linear[Int(green)]
    let blue = LabColor.linear[Int(blue)]
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

  init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// sRGB bytes as linear light 0...1; x to the power 2.4 is x * x times the fifth root of x * x.
  private static let linear: [Double] = (0...255).map { byte in
    let encoded = Double(byte) / 255
    if encoded <= 0.04045 { return encoded / 12.92 }
    let base = (encoded + 0.055) / 1.055
    return base * base * Roots.fifthRoot(base * base)
  }

  private static func compressed(_ value: Double) -> Double {
    let edge = 6.0 / 29
    return value > edge * edge * edge
      ? Roots.cubeRoot(value) : value / (3 * edge * edge) + 4.0 / 29
  }
}
