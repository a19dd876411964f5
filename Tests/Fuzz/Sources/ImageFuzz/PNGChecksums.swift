/// Makes a damaged PNG's checksums right again: otherwise damage seldom gets beyond them.
enum PNGChecksums {
  static func repair(_ bytes: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 8 + length
      guard end + 4 <= bytes.count else { return }
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes[offset + 4..<end] {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
      }
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * index))
      }
      offset = end + 4
    }
  }
}
