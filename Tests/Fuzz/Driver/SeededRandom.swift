/// Reproducible random numbers (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Returns a number in 0..<bound, or 0 if the bound is not positive.
  mutating func number(below bound: Int) -> Int {
    bound > 1 ? Int(next() % UInt64(bound)) : 0
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// Returns one of `choices`, which must not be empty.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(below: choices.count)]
  }

  /// Returns a range inside 0..<count with at most `longest` elements.
  mutating func range(in count: Int, longest: Int) -> Range<Int> {
    let start = number(below: count + 1)
    return start..<min(count, start + number(below: longest + 1))
  }
}
