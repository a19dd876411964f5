/// Where the stored picture's first row and column belong (Exif 2.3, tag 0x0112).
enum ExifOrientation: Int, CaseIterable {
  case upright = 1
  case mirrored = 2
  case halfTurn = 3
  case upsideDownMirrored = 4
  case transposed = 5
  /// To be turned clockwise.
  case quarterTurn = 6
  case transposedAcross = 7
  /// To be turned anticlockwise.
  case threeQuarterTurn = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// Reads the body of an APP1 segment; nil unless it is Exif with a lawful orientation.
  init?(applicationSegment body: ArraySlice<UInt8>) {
    guard body.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    let tiff = Array(body.dropFirst(6))
    let isLittle: Bool
    switch tiff.prefix(4) {
    case [0x49, 0x49, 0x2A, 0]: isLittle = true
    case [0x4D, 0x4D, 0, 0x2A]: isLittle = false
    default: return nil
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let digits = tiff[offset..<offset + count]
      func joined(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
      return isLittle ? joined(digits.reversed()) : joined(digits)
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
    for entry in 0..<entries {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2) else { return nil }
      // A short (type 3), once.
      guard tag == 0x0112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 else { continue }
      guard let value = number(offset + 8, 2) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }
}
