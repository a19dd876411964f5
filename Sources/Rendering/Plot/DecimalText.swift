import Files

/// Numbers with a fixed count of digits after the point, the same on every platform.
enum DecimalText {
  /// `value` rounded to `decimals` digits, halves away from zero; no minus before a zero.
  static func text(_ value: Double, decimals: Int) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let scaled = (value * unit).rounded()
    guard abs(scaled) < 0x1p62 else { return (value + 0).description }
    let digits = String(Int(abs(scaled)))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
