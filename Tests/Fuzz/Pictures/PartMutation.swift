/// Damages one part of a picture file.
struct PartMutation {
  /// Byte sequences with a meaning in the format.
  let words: [[UInt8]]

  /// Critical numbers, written as 1, 2 or 4 bytes.
  private static let numbers = [
    0, 1, 2, 3, 7, 8, 9, 12, 16, 17, 127, 128, 254, 255, 256, 257, 4095, 32767, 32768, 65535, 65536,
    0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
  ]

  /// Applies one change to `parts`. `others` are those of a second file.
  func apply(
    to parts: inout [PicturePart], others: [PicturePart], _ random: inout SeededRandom
  ) {
    let place = random.number(below: parts.count)
    let other = random.number(below: parts.count)
    switch random.number(below: 12) {
    case 0 where parts.count > 1: parts.remove(at: place)
    case 1: parts.insert(parts[place], at: random.number(below: parts.count + 1))
    case 2: parts.swapAt(place, other)
    case 3 where !others.isEmpty:
      parts.insert(random.pick(others), at: random.number(below: parts.count + 1))
    case 4 where !others.isEmpty: parts[place] = random.pick(others)
    case 5: parts[place].data = nil
    default:
      if var data = parts[place].data, !data.isEmpty, !random.chance(15) {
        change(&data, &random)
        parts[place].data = data
      } else {
        change(&parts[place].head, &random)
      }
    }
  }

  /// Changes bytes, most often a number near the start, where the fields are.
  func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let reach = random.chance(60) ? min(bytes.count, 32) : bytes.count
    let place = random.number(below: reach)
    switch random.number(below: 10) {
    case 0...3:
      let width = random.pick([1, 1, 2, 4])
      var number = PictureParts.bigEndian(random.pick(Self.numbers), bytes: width)
      if random.chance(40) { number.reverse() }
      bytes.replaceSubrange(place..<min(bytes.count, place + width), with: number)
    case 4 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(random.number(below: 8))
    case 5 where !bytes.isEmpty: bytes[place] = random.byte()
    case 6: bytes.insert(contentsOf: random.pick(words), at: place)
    case 7: bytes.removeSubrange(random.range(in: bytes.count, longest: 32))
    case 8:
      let piece = Array(bytes[random.range(in: bytes.count, longest: 64)])
      bytes.insert(contentsOf: piece, at: place)
    default: bytes.removeLast(random.number(below: min(bytes.count, 8) + 1))
    }
  }
}
