/// Random numbers that are the same in every run (S. Vigna, splitmix64, 2015). Tests state the seed
/// in their arguments or in the messages of their expectations.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in 0..<bound.
  package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns a number in a closed range.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// Returns a number in 0..<1.
  package mutating func part() -> Double { Double(next() >> 11) * 0x1p-53 }

  package mutating func number(from low: Double, to high: Double) -> Double {
    low + (high - low) * part()
  }

  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 32) }

  /// Returns true with a probability of `percent` percent.
  package mutating func holds(percent: Int) -> Bool { number(below: 100) < percent }
}
