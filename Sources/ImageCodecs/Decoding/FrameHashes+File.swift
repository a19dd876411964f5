package import CodecInterface
import GIF

extension FrameHashes {
  /// Reads the record of frames in an animation file. Returns `nil` for other files, files without
  /// a record, and files changed after it was written.
  package init?(file bytes: [UInt8]) {
    let found: FrameHashes? =
      switch try? ImageKind.recognize(bytes) {
      case .gif: GIFFrameHashes.read(bytes)
      case .png: PNGFrameHashes.read(bytes)
      case .webp: WebPFrameHashes.read(bytes)
      case .jpeg, nil: nil
      }
    guard let found else { return nil }
    self = found
  }
}

/// The text chunk with an APNG's frame hashes in hexadecimal digits. It is followed only by IEND.
enum PNGFrameHashes {
  private static let keyword = "twheader frame hashes"
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the chunk to append to `file`, before IEND.
  static func chunk(_ frames: FrameHashes, after file: [UInt8]) -> [UInt8] {
    let record = frames.bytes(checksum: CRC32.checksum(of: file[...]))
    let text = record.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return PNGChunk.bytes(type: "tEXt", body: Array(keyword.utf8) + [0] + text)
  }

  static func read(_ bytes: [UInt8]) -> FrameHashes? {
    guard let last = Array(PNGChunk.all(of: bytes)).last, last.type == "tEXt",
      last.isIntact(in: bytes),
      bytes[last.body].starts(with: Array(keyword.utf8) + [0])
    else { return nil }
    let text = bytes[last.body].dropFirst(keyword.utf8.count + 1)
    guard text.count % 2 == 0 else { return nil }
    var record: [UInt8] = []
    for offset in stride(from: text.startIndex, to: text.endIndex, by: 2) {
      guard let high = digits.firstIndex(of: text[offset]),
        let low = digits.firstIndex(of: text[offset + 1])
      else { return nil }
      record.append(UInt8(high << 4 | low))
    }
    return FrameHashes(record, checksum: CRC32.checksum(of: bytes[..<last.whole.lowerBound]))
  }
}

/// The chunk with the hashes of an animated WebP's frames before encoding. It is the last chunk of
/// the file. The format requires readers to skip unknown chunks.
enum WebPFrameHashes {
  private static let type = Array("TWFH".utf8)
  private static let signature = Array("RIFF".utf8)
  /// The size of the RIFF signature, the byte count and the WEBP form type.
  private static let headerBytes = 12

  /// Returns the file with the record appended. A simple file, which cannot have additional chunks,
  /// is returned unchanged.
  static func adding(_ frames: FrameHashes, to file: [UInt8]) -> [UInt8] {
    guard isExtended(file) else { return file }
    let record = frames.bytes(checksum: 0)
    var file = file
    // The byte count excludes the signature and itself. A chunk is 8 bytes plus the content padded
    // to an even size.
    file.replaceSubrange(4..<8, with: bytes(of: file.count + (record.count + 1) / 2 * 2))
    let checksum = CRC32.checksum(of: file[...])
    file += type + bytes(of: record.count) + frames.bytes(checksum: checksum)
    if record.count % 2 != 0 { file.append(0) }
    return file
  }

  static func read(_ bytes: [UInt8]) -> FrameHashes? {
    guard isExtended(bytes), number(at: 4, of: bytes) + 8 == bytes.count else { return nil }
    var offset = headerBytes
    while offset + 8 <= bytes.count {
      let count = number(at: offset + 4, of: bytes)
      let body = offset + 8
      let end = body + (count + 1) / 2 * 2
      guard end < bytes.count else {
        guard end == bytes.count, bytes[offset..<offset + 4].elementsEqual(type) else { return nil }
        return FrameHashes(
          bytes[body..<body + count], checksum: CRC32.checksum(of: bytes[..<offset]))
      }
      offset = end
    }
    return nil
  }

  /// Returns true if the file is in the extended format, like all animations.
  private static func isExtended(_ bytes: [UInt8]) -> Bool {
    bytes.count >= headerBytes + 8 && bytes.starts(with: signature)
      && bytes[headerBytes..<headerBytes + 4].elementsEqual("VP8X".utf8)
  }

  private static func number(at offset: Int, of bytes: [UInt8]) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns four little-endian bytes.
  private static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
