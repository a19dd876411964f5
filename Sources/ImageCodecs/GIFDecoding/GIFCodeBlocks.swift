/// The packed pixels of a frame, out of the blocks that they are cut into: each a length, 1 ... 255,
/// and so many bytes (GIF89a, section 15). A length of 0 ends them.
struct GIFCodeBlocks {
  /// The bytes without the lengths, followed by `padding` zeros so that a word can be read anywhere.
  let bytes: [UInt8]
  /// Without the padding.
  let count: Int
  /// Whether the file has the length of 0.
  let areComplete: Bool

  static let padding = 8

  /// From `start`, where the first length stands, as far as the blocks are whole.
  init(in file: [UInt8], from start: Int) {
    var pieces: [Range<Int>] = []
    var place = start
    var isEnd = false
    while place < file.count {
      let length = Int(file[place])
      isEnd = length == 0
      if isEnd || place + length >= file.count { break }
      pieces.append(place + 1..<place + 1 + length)
      place += 1 + length
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(place - start + GIFCodeBlocks.padding)
    for piece in pieces { bytes.append(contentsOf: file[piece]) }
    count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: GIFCodeBlocks.padding))
    self.bytes = bytes
    areComplete = isEnd
  }
}
