/// The weights of red, green and blue in luma.
package enum YCbCrMatrix: String, Hashable, Sendable, CaseIterable {
  /// ITU-R BT.601: red 0.299, blue 0.114.
  case bt601 = "BT601"
  /// ITU-R BT.709: red 0.2126, blue 0.0722.
  case bt709 = "BT709"

  var red: Double { self == .bt601 ? 0.299 : 0.2126 }
  var blue: Double { self == .bt601 ? 0.114 : 0.0722 }
}

/// The range of samples within a byte.
package enum YCbCrRange: String, Hashable, Sendable, CaseIterable {
  /// Luma is in 16...235, chroma in 16...240, centered at 128.
  case limited = "LIMITED"
  /// Samples are in 0...255, chroma is centered at 128.
  case full = "FULL"

  var lumaFloor: Int { self == .limited ? 16 : 0 }
  var lumaSpan: Int { self == .limited ? 219 : 255 }
  var chromaSpan: Int { self == .limited ? 224 : 255 }
}

/// Integer coefficients, in units of 1/2^20, for the conversion between RGB and YCbCr (ITU-T H.273,
/// section 8.3).
///
/// They are rounded such that all grays have a chroma of exactly 128 and white has exactly the
/// maximum luma.
struct YCbCrCoefficients {
  static let bits = 20
  private static let one = Double(1 << bits)

  /// The luma weights of red, green and blue. `lumaOffset` is the minimum luma plus a half for
  /// rounding.
  let luma: (red: Int, green: Int, blue: Int)
  let lumaOffset: Int
  let cb: (red: Int, green: Int, blue: Int)
  let cr: (red: Int, green: Int, blue: Int)
  /// The weights of the inverse conversion: luma, Cr in red, Cb and Cr in green, Cb in blue.
  let back: (luma: Int, redCr: Int, greenCb: Int, greenCr: Int, blueCb: Int)
  let lumaFloor: Int

  init(_ matrix: YCbCrMatrix, _ range: YCbCrRange) {
    func fixed(_ value: Double) -> Int { Int((value * YCbCrCoefficients.one).rounded()) }
    let (red, blue) = (matrix.red, matrix.blue)
    let green = 1 - red - blue
    let scale = Double(range.lumaSpan) / 255
    let chroma = Double(range.chromaSpan) / 255

    let white = fixed(scale)
    let (lumaRed, lumaBlue) = (fixed(red * scale), fixed(blue * scale))
    luma = (lumaRed, white - lumaRed - lumaBlue, lumaBlue)
    lumaFloor = range.lumaFloor
    lumaOffset = range.lumaFloor << YCbCrCoefficients.bits + 1 << (YCbCrCoefficients.bits - 1)

    let half = fixed(chroma / 2)
    let cbRed = fixed(-red / (2 * (1 - blue)) * chroma)
    cb = (cbRed, -half - cbRed, half)
    let crBlue = fixed(-blue / (2 * (1 - red)) * chroma)
    cr = (half, -half - crBlue, crBlue)

    back = (
      fixed(1 / scale), fixed(2 * (1 - red) / chroma),
      fixed(-2 * blue * (1 - blue) / green / chroma), fixed(-2 * red * (1 - red) / green / chroma),
      fixed(2 * (1 - blue) / chroma)
    )
  }
}
