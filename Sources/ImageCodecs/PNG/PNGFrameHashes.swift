import CodecInterface

/// The text chunk that records an animated PNG's frames, as hexadecimal digits. Only IEND follows.
enum PNGFrameHashes {
  private static let keyword = "twheader frame hashes"
  private static let digits = Array("0123456789abcdef".utf8)

  /// The chunk for the end of a file.
  static func chunk(_ frames: FrameHashes, after file: [UInt8]) -> [UInt8] {
    let record = frames.bytes(checksum: CRC32.checksum(of: file[...]))
    let text = record.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return PNGChunk.bytes(type: "tEXt", body: Array(keyword.utf8) + [0] + text)
  }

  /// The record; nil where there is none that describes these bytes.
  static func read(_ bytes: [UInt8]) -> FrameHashes? {
    var offset = PNGChunk.signature.count
    var last: PNGChunk?
    while let chunk = try? PNGChunk(at: offset, of: bytes), chunk.type != "IEND" {
      last = chunk
      offset = chunk.whole.upperBound
    }
    guard let last, last.type == "tEXt", (try? last.verify(in: bytes)) != nil,
      bytes[last.body].starts(with: Array(keyword.utf8) + [0])
    else { return nil }
    let text = bytes[last.body].dropFirst(keyword.utf8.count + 1)
    guard text.count % 2 == 0 else { return nil }
    var record: [UInt8] = []
    for place in stride(from: text.startIndex, to: text.endIndex, by: 2) {
      guard let high = digits.firstIndex(of: text[place]),
        let low = digits.firstIndex(of: text[place + 1])
      else { return nil }
      record.append(UInt8(high << 4 | low))
    }
    return FrameHashes(record, checksum: CRC32.checksum(of: bytes[..<last.whole.lowerBound]))
  }
}
