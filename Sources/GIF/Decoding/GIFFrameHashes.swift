package import CodecInterface

/// The application extension that records a GIF's frames as they were before quantisation. It is
/// the last block of the file.
package enum GIFFrameHashes {
  /// Identifier and authentication code of the extension (GIF89a, section 26).
  static let identifier = "TWHEADERFH1"

  /// The record; nil where there is none that describes these bytes.
  package static func read(_ bytes: [UInt8]) -> FrameHashes? {
    guard let place = extensionPlace(in: bytes) else { return nil }
    let blocks = GIFCodeBlocks(in: bytes, from: place.lowerBound + 3 + identifier.utf8.count)
    guard blocks.areComplete else { return nil }
    return FrameHashes(
      blocks.bytes[..<blocks.count],
      checksum: CRC32.checksum(of: bytes[..<place.lowerBound]))
  }

  /// Where the extension lies; nil unless it is there and only the trailer follows.
  static func extensionPlace(in bytes: [UInt8]) -> Range<Int>? {
    // Introducer, label and length.
    let start = [0x21, 0xFF, 0x0B] + Array(identifier.utf8)
    var blocks = GIFBlockPlaces(bytes)
    var last: Range<Int>?
    while let block = blocks.next() { last = block }
    guard let last, bytes[last.upperBound...].elementsEqual([0x3B]),
      bytes[last].starts(with: start)
    else { return nil }
    return last
  }
}

/// The places of a file's blocks, found by their lengths alone, up to the trailer or the first thing
/// that is no block.
private struct GIFBlockPlaces {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = 13
    if bytes.count >= 13 { offset += GIFBlockPlaces.tableBytes(bytes[10]) }
  }

  /// Nil at the end.
  mutating func next() -> Range<Int>? {
    let start = offset
    guard start + 10 < bytes.count else { return nil }
    switch bytes[start] {
    case 0x21: offset += 2
    case 0x2C: offset += 11 + GIFBlockPlaces.tableBytes(bytes[start + 9])
    default: return nil
    }
    while offset < bytes.count {
      let length = Int(bytes[offset])
      offset += 1 + length
      if length == 0 { return start..<offset }
    }
    return nil
  }

  /// Of the colour table that a packed field promises.
  private static func tableBytes(_ packed: UInt8) -> Int {
    packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
  }
}
