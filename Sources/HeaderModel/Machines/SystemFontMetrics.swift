/// Line heights of the system font, rounded up to device pixels as the system does.
struct SystemFontMetrics: Hashable, Sendable {
  let lineUnits: Double
  let unitsPerEm: Double
  let scale: Double

  init(constants: StyleConstants, device: Device) {
    lineUnits = constants[.fontAscent] + constants[.fontDescent]
    unitsPerEm = constants[.fontUnitsPerEm]
    scale = Double(device.scale)
  }

  func lineHeight(pointSize: Double) -> Double {
    lineHeight(numerator: DoubleDouble(product: pointSize, 1), denominator: 1)
  }

  /// Height of a line of `numerator / denominator` points: the fraction is not rounded before it is
  /// rounded up.
  func lineHeight(numerator: DoubleDouble, denominator: Double) -> Double {
    let total = numerator.multiplied(by: lineUnits * scale)
    let perPixel = denominator * unitsPerEm
    var pixels = (total.high / perPixel).rounded(.up)
    if total.isGreater(thanProductOf: pixels, perPixel) {
      pixels += 1
    } else if !total.isGreater(thanProductOf: pixels - 1, perPixel) {
      pixels -= 1
    }
    return pixels > 0 ? pixels / scale : 0
  }
}
