/// A color in sRGB encoding with channels in 0 (black)...1.
typealias Tint = SIMD3<Double>

/// Creates a color from `0xRRGGBB`.
func hex(_ code: Int) -> Tint {
  Tint(Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255)) / 255
}

func mix(_ from: Tint, _ to: Tint, _ amount: Double) -> Tint {
  from + (to - from) * min(1, max(0, amount))
}

/// Returns a smooth step from 0 at `from` to 1 at `to`.
func smooth(_ from: Double, _ to: Double, _ value: Double) -> Double {
  let t = min(1, max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/// Returns an interpolated color. The stops must ascend.
func gradient(_ stops: [(at: Double, tint: Tint)], at place: Double) -> Tint {
  guard let first = stops.first, place > first.at else { return stops.first?.tint ?? .zero }
  for (lower, upper) in zip(stops, stops.dropFirst()) where place <= upper.at {
    return mix(lower.tint, upper.tint, (place - lower.at) / (upper.at - lower.at))
  }
  return stops.last?.tint ?? .zero
}
