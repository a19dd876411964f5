/// What a JPEG file says before its first scan that the library does not report.
struct JPEGSegments {
  /// How the stored picture must be turned, from Exif; upright when the file says nothing usable.
  private(set) var orientation = ExifOrientation.upright
  /// Bits a sample, from the frame header.
  private(set) var precision = 8
  /// The second byte of the frame header's marker: C0 baseline, C2 progressive, ...
  private(set) var process: UInt8 = 0xC0
  /// Sampling factors (horizontal, vertical) a component.
  private(set) var sampling: [(horizontal: Int, vertical: Int)] = []
  /// The first comment.
  private(set) var comment: [UInt8]?

  /// Walks the segments up to the first scan, or to the first that makes no sense.
  init(_ bytes: [UInt8]) {
    var offset = 2
    var metOrientation = false
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
      case 0xE1 where !metOrientation:
        if let found = ExifOrientation(applicationSegment: body) {
          orientation = found
          metOrientation = true
        }
      case 0xFE where comment == nil:
        comment = Array(body)
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        readFrameHeader(marker, Array(body))
      default:
        break
      }
      offset = end
    }
  }

  private mutating func readFrameHeader(_ marker: UInt8, _ body: [UInt8]) {
    guard body.count >= 6 else { return }
    process = marker
    precision = Int(body[0])
    sampling = stride(from: 7, to: body.count, by: 3).prefix(Int(body[5])).map { index in
      (Int(body[index] >> 4), Int(body[index] & 15))
    }
  }
}
