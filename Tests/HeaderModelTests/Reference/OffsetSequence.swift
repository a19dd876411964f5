/// Offsets as reported by a finger, a fling or a tester: small steps, leaps, the switch offsets and
/// the doubles next to them.
struct OffsetSequence: Sequence, IteratorProtocol {
  private var random: SplitMix
  private let switches: [Double]
  private var last = 0.0
  private var left: Int

  init(seed: UInt64, switches: [Double], count: Int) {
    random = SplitMix(state: seed)
    self.switches = switches
    left = count
  }

  mutating func next() -> Double? {
    guard left > 0 else { return nil }
    left -= 1
    last = candidate()
    return last
  }

  private mutating func candidate() -> Double {
    let point = switches[Int.random(in: 0..<switches.count, using: &random)]
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return point
    case 2: return point + 0x1p-40
    case 3: return point - 0x1p-40
    case 4: return point + Double(Int.random(in: -8...8, using: &random)) / 2
    case 5, 6: return last + Double(Int.random(in: -64...64, using: &random)) / 8
    case 7: return Double(Int.random(in: -2400...8000, using: &random)) / 8
    case 8: return Double(Int.random(in: -64...1024, using: &random)) / 2
    default: return Double.random(in: -200...400, using: &random).rounded(toBits: 30)
    }
  }
}

extension Double {
  /// Returns the nearest multiple of 2^-bits, with ties away from zero.
  fileprivate func rounded(toBits bits: Int) -> Double {
    let unit = Double(sign: .plus, exponent: -bits, significand: 1)
    return (self / unit).rounded() * unit
  }
}

/// A small seeded generator with the same sequence in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
