/// Damages files by rule: the same seed gives the same damage.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// 0 ..< bound (xorshift64*).
  mutating func number(below bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
  }

  /// `file` with a few bytes changed, removed, repeated or taken from `other`.
  mutating func damaged(_ file: [UInt8], _ other: [UInt8]) -> [UInt8] {
    var bytes = file
    for _ in 0...number(below: 3) where !bytes.isEmpty { change(&bytes, other) }
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    if isPNG, number(below: 4) != 0 { PNGChecksums.repair(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = number(below: bytes.count)
    let end = min(bytes.count, place + 1 + number(below: 64))
    switch number(below: 9) {
    case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][number(below: 6)]
    case 2: bytes[place] = UInt8(number(below: 256))
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(UInt8(number(below: 256)), at: place)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: number(below: bytes.count))
    case 6: bytes.removeSubrange(place..<end)
    case 7: bytes.removeLast(min(bytes.count, 1 + number(below: 40)))
    default:
      guard !other.isEmpty else { return }
      let from = number(below: other.count)
      let part = other[from..<min(other.count, from + 1 + number(below: 200))]
      bytes.replaceSubrange(place..<end, with: part)
    }
  }
}
