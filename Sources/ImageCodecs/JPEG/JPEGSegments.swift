/// Information from the segments before a JPEG file's first scan that the library does not report.
struct JPEGSegments {
  /// The Exif orientation, or `.upright` if the file has no valid one.
  var orientation: ExifOrientation { stored ?? .upright }
  private var stored: ExifOrientation?
  /// The number of bits per sample in the frame header.
  private(set) var precision = 8
  /// The sampling factors of each component.
  private(set) var sampling: [(horizontal: Int, vertical: Int)] = []
  private(set) var comment: [UInt8]?

  /// Reads the segments up to the first scan or the first invalid segment.
  init(_ bytes: [UInt8]) {
    var offset = 2
    while offset + 3 < bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { return }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      guard length >= 2, end <= bytes.count else { return }
      let body = bytes[offset + 4..<end]
      switch marker {
      case 0xE1 where stored == nil: stored = ExifOrientation(applicationSegment: body)
      case 0xFE where comment == nil: comment = Array(body)
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrameHeader(Array(body))
      default: break
      }
      offset = end
    }
  }

  private mutating func readFrameHeader(_ body: [UInt8]) {
    guard body.count >= 6 else { return }
    precision = Int(body[0])
    sampling = stride(from: 7, to: body.count, by: 3).prefix(Int(body[5])).map { index in
      (Int(body[index] >> 4), Int(body[index] & 15))
    }
  }
}

/// The position of the stored picture's first row and column (Exif 2.3, tag 0x0112).
enum ExifOrientation: Int, CaseIterable {
  case upright = 1
  case mirrored = 2
  case halfTurn = 3
  case upsideDownMirrored = 4
  case transposed = 5
  /// The picture must be rotated clockwise.
  case quarterTurn = 6
  case transposedAcross = 7
  /// The picture must be rotated counterclockwise.
  case threeQuarterTurn = 8

  var swapsSides: Bool { rawValue >= 5 }

  /// Reads the body of an APP1 segment. Returns `nil` unless it is Exif with a valid orientation.
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
      // The value must be a single short (type 3).
      guard tag == 0x0112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 else { continue }
      guard let value = number(offset + 8, 2) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }
}
