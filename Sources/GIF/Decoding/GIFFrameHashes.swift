package import CodecInterface

/// The application extension with the hashes of a GIF's frames before quantization. It is the last
/// block before the trailer.
package enum GIFFrameHashes {
  /// The identifier and authentication code of the extension (GIF89a, section 26).
  static let identifier = "TWHEADERFH1"

  package static func read(_ bytes: [UInt8]) -> FrameHashes? {
    guard let range = extensionRange(in: bytes) else { return nil }
    let blocks = GIFCodeBlocks(in: bytes, from: range.lowerBound + 3 + identifier.utf8.count)
    guard blocks.areComplete else { return nil }
    return FrameHashes(
      blocks.bytes[..<blocks.count],
      checksum: CRC32.checksum(of: bytes[..<range.lowerBound]))
  }

  /// Returns the byte range of the extension, or `nil` unless it exists and only the trailer
  /// follows.
  static func extensionRange(in bytes: [UInt8]) -> Range<Int>? {
    // The introducer, label and length.
    let start = [0x21, 0xFF, 0x0B] + Array(identifier.utf8)
    guard let last = lastBlock(in: bytes), bytes[last.upperBound...].elementsEqual([0x3B]),
      bytes[last].starts(with: start)
    else { return nil }
    return last
  }

  /// Returns the last block before the trailer or before the first invalid block. Follows the
  /// blocks' lengths.
  private static func lastBlock(in bytes: [UInt8]) -> Range<Int>? {
    /// Returns the size in bytes of the color table described by a packed field.
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
