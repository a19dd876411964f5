/// The transfer function of sRGB (IEC 61966-2-1).
package enum SRGB {
  /// The linear light in 0...1 of each encoded value in 0...255.
  package static let linear: [Double] = (0...255).map { byte in
    let encoded = Double(byte) / 255
    if encoded <= 0.04045 { return encoded / 12.92 }
    let base = (encoded + 0.055) / 1.055
    // The power 2.4: the square times the fifth root of the square.
    return base * base * DeterministicMath.fifthRoot(base * base)
  }

  /// Returns the encoded value in 0...255 whose linear light is nearest to `light`, which may be
  /// any number.
  package static func encoded(linear light: Double) -> Int {
    let above = linear.partitioningIndex { $0 >= light }
    guard above > 0 else { return 0 }
    guard above < linear.count else { return 255 }
    return light - linear[above - 1] < linear[above] - light ? above - 1 : above
  }
}
