/// Which rows of two pictures differ, in which blocks of columns, and whether the pixels a metric
/// reads there are opaque.
struct RowSurvey {
  /// Rows that differ, rising.
  let differing: [Int]
  /// Whether both pictures are opaque in these rows and the two on each side of them, which is
  /// as far as the anti-aliasing test looks.
  let isOpaque: Bool
  /// For each row of `differing` a word a chunk of columns; its bit n is set where block n of the
  /// chunk differs.
  let blocks: [UInt16]
  let chunksPerRow: Int

  /// Columns of a block.
  static let block = 16
  /// Columns of a chunk: as many blocks as a word has bits.
  static let chunk = 256

  /// Of nothing: for those who look for themselves.
  init() {
    differing = []
    isOpaque = false
    blocks = []
    chunksPerRow = 0
  }

  /// Of the part that both pictures have.
  init(_ first: PixelRows, _ second: PixelRows, width: Int, height: Int) {
    var differing: [Int] = []
    var blocks: [UInt16] = []
    var isOpaque = true
    // Rows whose opacity is known; asked row by row, while they are in the processor's cache.
    var known = 0
    for y in 0..<height {
      let left = first.row(y)
      let right = second.row(y)
      let start = equalStart(left, right, width)
      if start == width { continue }
      differing.append(y)
      for x in stride(from: 0, to: width, by: RowSurvey.chunk) {
        let count = min(RowSurvey.chunk, width - x)
        let isBefore = x + count <= start
        blocks.append(isBefore ? 0 : differingBlocks(left + x, right + x, count))
      }
      if !isOpaque { continue }
      let end = min(height, y + 3)
      for line in max(known, y - 2)..<end where isOpaque {
        isOpaque = areOpaque(first.row(line), second.row(line), width)
      }
      known = end
    }
    self.differing = differing
    self.isOpaque = isOpaque
    self.blocks = blocks
    chunksPerRow = (width + RowSurvey.chunk - 1) / RowSurvey.chunk
  }
}

/// A bit for each block of a chunk of `count` pixels.
@inline(__always)
private func differingBlocks(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> UInt16 {
  var bits: UInt16 = 0
  var bit: UInt16 = 1
  var x = 0
  while x + RowSurvey.block <= count {
    var gathered: UInt32 = 0
    for offset in x..<x + RowSurvey.block { gathered |= left[offset] ^ right[offset] }
    bits |= gathered == 0 ? 0 : bit
    bit = bit &<< 1
    x += RowSurvey.block
  }
  if x < count, !areEqual(left + x, right + x, count - x) { bits |= bit }
  return bits
}

/// Whether `count` pixels have alpha 255 in both rows.
private func areOpaque(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> Bool {
  var all = UInt32.max
  for x in 0..<count { all &= left[x] & right[x] }
  return UInt32(littleEndian: all) >> 24 == 255
}
