package import CodecInterface

/// The application extension that records a GIF's frames as they were before quantisation. It is
/// the last block of the file.
package enum GIFFrameHashes {
  /// Identifier and authentication code of the extension (GIF89a, section 26).
  static let identifier = "TWHEADERFH1"

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
    guard let last = lastBlock(in: bytes), bytes[last.upperBound...].elementsEqual([0x3B]),
      bytes[last].starts(with: start)
    else { return nil }
    return last
  }

  /// The last block in front of the trailer or the first thing that is no block, found by lengths.
  private static func lastBlock(in bytes: [UInt8]) -> Range<Int>? {
    /// Of the colour table that a packed field promises.
    func tableBytes(_ packed: UInt8) -> Int {
      packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
    }
    var last: Range<Int>?
    var start = bytes.count < 13 ? 13 : 13 + tableBytes(bytes[10])
    while start + 10 < bytes.count {
      var offset = start
      switch bytes[start] {
      case 0x21: offset += 2
      case 0x2C: offset += 11 + tableBytes(bytes[start + 9])
      default: return last
      }
      var length: Int
      repeat {
        guard offset < bytes.count else { return last }
        length = Int(bytes[offset])
        offset += 1 + length
      } while length > 0
      last = start..<offset
      start = offset
    }
    return last
  }
}
