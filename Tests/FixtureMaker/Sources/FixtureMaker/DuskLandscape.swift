/// A mountain lake after sunset, the banner of the demo. Coordinates: x 0...3 from left to right, y
/// 0 (top)...1 (bottom).
struct DuskLandscape {
  private let horizon = 0.66
  private let sun = (x: 1.955, y: 0.545)
  private let clouds = Noise(seed: 11)
  private let ripples = Noise(seed: 23)
  private let grain = Noise(seed: 31)
  private let forest: [Pine]

  private struct Peak {
    let x: Double
    let height: Double
    /// The extent of the foot to the left and to the right.
    let left: Double
    let right: Double
  }

  /// A mountain range: crest line and colors.
  private struct Range {
    let noise: Noise
    let base: Double
    let peaks: [Peak]
    let roughness: Double
    let top: Tint
    let foot: Tint
    /// The contrast of light and shade on the faces.
    let relief: Double
    /// The height above the horizon from which there is snow.
    let snowline: Double
  }

  private struct Pine {
    let x: Double
    let foot: Double
    let height: Double
    let noise: Noise
  }

  /// The ranges from far to near.
  private let ranges = [
    Range(
      noise: Noise(seed: 5), base: 0.60,
      peaks: [
        Peak(x: 0.10, height: 0.12, left: 0.5, right: 0.5),
        Peak(x: 0.62, height: 0.16, left: 0.5, right: 0.42),
        Peak(x: 1.42, height: 0.19, left: 0.42, right: 0.36),
        Peak(x: 2.42, height: 0.17, left: 0.34, right: 0.5),
        Peak(x: 2.86, height: 0.20, left: 0.45, right: 0.5),
      ],
      roughness: 0.030, top: hex(0xA06F92), foot: hex(0xF0A88C), relief: 0.10, snowline: 0.10),
    Range(
      noise: Noise(seed: 102), base: 0.632,
      peaks: [
        Peak(x: -0.05, height: 0.20, left: 0.5, right: 0.42),
        Peak(x: 0.40, height: 0.15, left: 0.3, right: 0.3),
        Peak(x: 0.98, height: 0.345, left: 0.56, right: 0.50),
        Peak(x: 1.26, height: 0.20, left: 0.2, right: 0.34),
        Peak(x: 2.58, height: 0.26, left: 0.40, right: 0.46),
        Peak(x: 2.98, height: 0.17, left: 0.2, right: 0.3),
      ],
      roughness: 0.034, top: hex(0x604A7E), foot: hex(0xB97C8C), relief: 0.20, snowline: 0.17),
    Range(
      noise: Noise(seed: 77), base: 0.655,
      peaks: [
        Peak(x: 0.22, height: 0.13, left: 0.4, right: 0.5),
        Peak(x: 1.60, height: 0.055, left: 0.5, right: 0.4),
        Peak(x: 2.20, height: 0.09, left: 0.36, right: 0.4),
        Peak(x: 2.82, height: 0.15, left: 0.4, right: 0.5),
      ],
      roughness: 0.026, top: hex(0x43396A), foot: hex(0x7F5C8A), relief: 0.14, snowline: 9),
    Range(
      noise: Noise(seed: 41), base: 0.668,
      peaks: [
        Peak(x: 0.0, height: 0.07, left: 0.4, right: 0.6),
        Peak(x: 0.72, height: 0.035, left: 0.3, right: 0.5),
        Peak(x: 2.95, height: 0.08, left: 0.8, right: 0.4),
      ],
      roughness: 0.014, top: hex(0x292A50), foot: hex(0x453C6A), relief: 0.08, snowline: 9),
  ]

  init() {
    let places = Noise(seed: 61)
    forest = (0..<150).map { index in
      let t = places.lattice(index, 0)
      // Dense at both ends, sparse in the middle.
      let x = t < 0.5 ? 1.25 * t * t * 2.2 : 3 - (1 - t) * (1 - t) * 4.4 * 0.9
      let edge = min(x, 3 - x)
      return Pine(
        x: x, foot: 1.0 + 0.02 * places.lattice(index, 1),
        height: (0.10 + 0.30 * places.lattice(index, 2)) * max(0.22, 1 - edge * 1.15),
        noise: Noise(seed: UInt32(900 + index)))
    }
  }

  /// Returns the color at a point, with film grain for the pixel (column, row).
  func color(x: Double, y: Double) -> Tint {
    if isForest(x, y) { return forestTint(x, y) }
    return y < horizon ? land(x, y) : water(x, y)
  }

  /// Returns film grain, about -1...1.
  func grain(column: Int, row: Int) -> Double {
    (grain.lattice(column, row) + grain.lattice(column + 7919, row + 104_729) - 1)
  }

  private func sky(_ x: Double, _ y: Double) -> Tint {
    var color = gradient(
      [
        (0.00, hex(0x1D2A55)), (0.20, hex(0x3D3F78)),
        (0.36, hex(0x7A5590)), (0.48, hex(0xC9727F)),
        (0.57, hex(0xF2A06B)), (0.66, hex(0xFFD490)),
      ], at: y + 0.015 * (x - sun.x) * (x - sun.x))
    let (dx, dy) = (x - sun.x, (y - sun.y) * 1.25)
    let distance = dx * dx + dy * dy
    color += hex(0xFFB36B) * (0.34 / (1 + distance * 14))
    color += hex(0xFFE2A8) * (0.34 / (1 + distance * 190))
    // Long thin clouds, lit from below near the sun.
    let stretch = 6.5
    let cover = clouds.fractal(x * 1.7 + 3, y * stretch * 1.7 + x * 0.5, octaves: 6, gain: 0.55)
    let band = smooth(0.02, 0.16, y) * (1 - smooth(0.46, 0.60, y))
    let density = smooth(0.50, 0.74, cover) * band
    let below = clouds.fractal(
      x * 1.7 + 3, (y + 0.022) * stretch * 1.7 + x * 0.5, octaves: 6, gain: 0.55)
    let lit = smooth(-0.02, 0.16, cover - below) * (0.35 + 0.65 / (1 + dx * dx * 1.1))
    let shade = mix(hex(0x4A3A6E), hex(0xA9607F), smooth(0.1, 0.45, y))
    let light = mix(hex(0xF08A78), hex(0xFFD08A), smooth(0.1, 0.5, y))
    color = mix(color, mix(shade, light, lit), density * 0.82)
    // The sun's disc.
    let disc = (dx * dx + (y - sun.y) * (y - sun.y)).squareRoot()
    color = mix(color, hex(0xFFF6DC), 1 - smooth(0.0325, 0.0355, disc))
    return color + hex(0xFFDFA8) * (1 - smooth(0.03, 0.10, disc)) * 0.18
  }

  private func crest(_ range: Range, _ x: Double) -> Double {
    var height = 0.0
    for peak in range.peaks {
      let reach = x < peak.x ? peak.left : peak.right
      let t = 1 - abs(x - peak.x) / reach
      if t > 0 { height = max(height, peak.height * t * (0.45 + 0.55 * t)) }
    }
    let coarse = range.noise.ridged(x * 4.1, octaves: 6, gain: 0.52) - 0.55
    return range.base - height - range.roughness * coarse * (0.7 + 6 * height)
  }

  private func land(_ x: Double, _ y: Double) -> Tint {
    for range in ranges.reversed() {
      let top = crest(range, x)
      if y >= top { return face(of: range, x, y, top: top) }
    }
    return sky(x, y)
  }

  /// Returns a mountain's face. Ribs run down from the crest and are lighter on the side of the
  /// sun.
  private func face(of range: Range, _ x: Double, _ y: Double, top: Double) -> Tint {
    let depth = min(1, max(0, (y - top) / (horizon + 0.01 - top)))
    let altitude = horizon - y
    func height(_ x: Double, _ y: Double) -> Double {
      let bend = range.noise.value(x * 7, y * 7) * 0.05
      return range.noise.fractal(x * 17 + bend * 30, y * 10 + bend * 20, octaves: 5, gain: 0.55)
    }
    let toSun = x < sun.x ? 1.0 : -1.0
    let rib = (height(x, y) - height(x + 0.010 * toSun, y - 0.004)) * 9
    let slope = (crest(range, x + 0.02 * toSun) - crest(range, x - 0.02 * toSun)) * 5
    let light = min(1, max(-1, rib + slope))
    var color = mix(range.top, range.foot, depth * depth * 0.95)
    color *= 1 + light * range.relief * (1.2 - depth)
    let snow = smooth(-0.02, 0.035, altitude - range.snowline + 0.16 * (height(x, y) - 0.5))
    let dusk = mix(hex(0x7C6A9E), hex(0xFFC2A4), smooth(-0.45, 0.6, light))
    color = mix(color, dusk, snow * 0.62 * (1 - depth * 0.5))
    let dx = x - sun.x
    let glow = 0.24 / (1 + dx * dx * 7) * (0.35 + depth)
    return color + hex(0xFF9A5C) * glow * (range.snowline < 1 ? 1 : 0.5)
  }

  private func water(_ x: Double, _ y: Double) -> Tint {
    let depth = (y - horizon) / (1 - horizon)
    // Ripples are finer and flatter near the horizon.
    let perspective = 1 / (0.045 + depth)
    let wave = ripples.fractal(x * 2.2 * perspective, perspective * 21, octaves: 3) - 0.5
    let chop = ripples.fractal(x * 9 * perspective + 40, perspective * 60, octaves: 2) - 0.5
    let mirrored = horizon - (y - horizon) * 1.18 + (wave * 0.16 + chop * 0.11) * (0.12 + depth)
    let reflection = land(x + wave * 0.02 * (0.2 + depth), max(0, min(horizon - 0.004, mirrored)))
    var color = mix(reflection * 0.86, hex(0x2A2F5C), 0.10 + 0.38 * depth)
    // The reflection of the sun.
    let dx = x - sun.x - wave * 0.05
    let width = 0.035 + 0.10 * depth
    let path = 1 / (1 + (dx / width) * (dx / width) * (dx / width) * (dx / width))
    let sparkle = smooth(0.02, 0.24, wave * 0.7 + chop)
    color += hex(0xFFC07A) * path * sparkle * (0.85 - 0.45 * depth)
    color += hex(0xFF9E66) * path * 0.14
    // A bright haze at the shore.
    let shore = 1 - smooth(0, 0.05, depth)
    return mix(color, hex(0xF6C5A0), shore * 0.35)
  }

  private func isForest(_ x: Double, _ y: Double) -> Bool {
    guard y > 0.5 else { return false }
    if y > bank(x) { return true }
    return forest.contains { pine in
      let t = (y - pine.foot + pine.height) / pine.height
      guard t > 0, abs(x - pine.x) < pine.height * 0.3 else { return false }
      let tiers = t * (6 + pine.height * 22)
      let tier = tiers - Double(wholeBelow(tiers))
      let left = x < pine.x ? 0 : 1000
      let ragged = pine.noise.lattice(Int(t * pine.height * 260) + left, 3)
      let half = pine.height * (0.004 + 0.19 * t * (0.50 + 0.34 * tier + 0.30 * ragged))
      return abs(x - pine.x) < half
    }
  }

  private func bank(_ x: Double) -> Double {
    let edge = min(x, 3 - x)
    let uneven = 0.03 * (ripples.fractal(x * 5, 7.5, octaves: 4) - 0.5)
    return 0.91 + 0.075 * smooth(0, 0.85, edge) + 0.05 * smooth(0.6, 1.2, edge) + uneven
  }

  private func forestTint(_ x: Double, _ y: Double) -> Tint {
    let dark = hex(0x12142B)
    let dx = x - sun.x
    return dark + hex(0x5A2E48) * (0.30 / (1 + dx * dx * 1.6)) * (1.4 - y)
  }
}
