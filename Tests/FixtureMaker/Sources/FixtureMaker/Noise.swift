/// Value noise from an integer hash, with the same numbers on all machines.
struct Noise {
  let seed: UInt32

  /// Returns a value in 0..<1 at a lattice point.
  func lattice(_ x: Int, _ y: Int) -> Double {
    var h = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1
    h ^= UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77 ^ seed &* 0xC2B2_AE3D
    h ^= h >> 15
    h &*= 0x2C1B_3C6D
    h ^= h >> 12
    h &*= 0x297A_2D39
    h ^= h >> 15
    return Double(h) / 4_294_967_296
  }

  /// Returns a value in 0..<1, interpolated smoothly between lattice points.
  func value(_ x: Double, _ y: Double) -> Double {
    let (column, row) = (wholeBelow(x), wholeBelow(y))
    func eased(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
    let (u, v) = (eased(x - Double(column)), eased(y - Double(row)))
    let upper = lattice(column, row) * (1 - u) + lattice(column + 1, row) * u
    let lower = lattice(column, row + 1) * (1 - u) + lattice(column + 1, row + 1) * u
    return upper * (1 - v) + lower * v
  }

  /// Returns the sum of octaves of `value` in 0..<1. Each octave has twice the frequency and `gain`
  /// times the amplitude.
  func fractal(_ x: Double, _ y: Double, octaves: Int, gain: Double = 0.5) -> Double {
    var (sum, weight, total, scale) = (0.0, 1.0, 0.0, 1.0)
    for octave in 0..<octaves {
      sum += weight * value(x * scale + Double(octave) * 17.3, y * scale + Double(octave) * 9.1)
      total += weight
      weight *= gain
      scale *= 2
    }
    return sum / total
  }

  /// Returns octaves folded at their middle, with sharp crests, in 0...1.
  func ridged(_ x: Double, octaves: Int, gain: Double = 0.5) -> Double {
    var (sum, weight, total, scale) = (0.0, 1.0, 0.0, 1.0)
    for octave in 0..<octaves {
      let folded = 1 - abs(2 * value(x * scale + Double(octave) * 31.7, Double(octave) + 0.5) - 1)
      sum += weight * folded
      total += weight
      weight *= gain
      scale *= 2.03
    }
    return sum / total
  }
}

/// Returns the largest integer not above `value` without using the C library.
func wholeBelow(_ value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) > value ? whole - 1 : whole
}
