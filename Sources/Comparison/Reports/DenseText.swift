/// A text encoding of bytes, with seven bits per byte of text. The text is a seventh longer than
/// the bytes; base64 is a third longer. The page's script decodes it.
///
/// Seven bits are one ASCII character. Characters that HTML changes, that could end a script or
/// that move a terminal's cursor are not used: such a character and the next seven bits are one
/// character from U+0100 on, which has two bytes.
enum DenseText {
  /// The characters that are not used, in the order of their two-byte characters.
  static let unused: [UInt8] = [0, 8, 9, 10, 11, 12, 13, 0x1A, 0x1B, 0x22, 0x26, 0x3C, 0x3E, 0x7F]

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var places = [Int?](repeating: nil, count: 128)
    for (place, character) in unused.enumerated() { places[Int(character)] = place }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 8 / 7 + 4)
    /// The place of an unused character that waits for the next seven bits.
    var waiting: Int?
    func add(_ value: Int) {
      if let place = waiting {
        let scalar = 0x100 + place * 128 + value
        result.append(UInt8(0xC0 | scalar >> 6))
        result.append(UInt8(0x80 | scalar & 0x3F))
        waiting = nil
      } else if let place = places[value] {
        waiting = place
      } else {
        result.append(UInt8(value))
      }
    }
    var bits = 0
    var count = 0
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 7 {
        count -= 7
        add(bits >> count & 127)
      }
    }
    if count > 0 { add(bits << (7 - count) & 127) }
    if waiting != nil { add(0) }
    return result
  }
}
