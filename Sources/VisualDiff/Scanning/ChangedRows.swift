/// Finds the rows of two pictures that differ, the blocks of columns in which they differ, and
/// whether the pixels that a metric reads there are opaque. Works on a band of rows at a time, so
/// that the rows are still in the processor's cache when the metric reads them.
struct ChangedRows {
  private let pair: ScanPair
  /// The differing rows of the last band, in increasing order.
  private(set) var differing: [Int] = []
  /// True if both pictures are opaque in all differing rows compared so far and in the two rows
  /// above and below each of them, which the anti-aliasing test reads.
  private(set) var isOpaque = true
  /// For each row of `differing`, `chunksPerRow` bit masks. Bit n is set if block n of the chunk
  /// differs.
  private(set) var blocks: [UInt16] = []
  /// The number of chunks in a row; the last one may be narrower.
  let chunksPerRow: Int
  /// The first row whose opacity was not determined yet.
  private var known = 0

  /// The number of columns in a block.
  static let block = 16
  /// The number of columns in a chunk: one block for each bit of a mask.
  static let chunk = 256

  init(_ pair: ScanPair) {
    self.pair = pair
    chunksPerRow = (pair.width + ChangedRows.chunk - 1) / ChangedRows.chunk
  }

  /// Compares a band of rows. Bands must be passed from top to bottom.
  mutating func compare(_ rows: Range<Int>) {
    differing.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    for y in rows {
      let left = pair.first.pixels(ofRow: y)
      let right = pair.second.pixels(ofRow: y)
      let start = equalStart(left, right, pair.width)
      if start == pair.width { continue }
      differing.append(y)
      for x in stride(from: 0, to: pair.width, by: ChangedRows.chunk) {
        let count = min(ChangedRows.chunk, pair.width - x)
        let isBefore = x + count <= start
        blocks.append(isBefore ? 0 : differingBlocks(left + x, right + x, count))
      }
      if !isOpaque { continue }
      let end = min(pair.height, y + 3)
      for line in max(known, y - 2)..<end where isOpaque {
        isOpaque = areOpaque(
          pair.first.pixels(ofRow: line), pair.second.pixels(ofRow: line), pair.width)
      }
      known = end
    }
  }
}

/// Returns a bit for each block of a chunk of `count` pixels, set if the block differs.
private func differingBlocks(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> UInt16 {
  var bits: UInt16 = 0
  var bit: UInt16 = 1
  var x = 0
  while x + ChangedRows.block <= count {
    var gathered: UInt32 = 0
    for offset in x..<x + ChangedRows.block { gathered |= left[offset] ^ right[offset] }
    bits |= gathered == 0 ? 0 : bit
    bit = bit &<< 1
    x += ChangedRows.block
  }
  if x < count, !areEqual(left + x, right + x, count - x) { bits |= bit }
  return bits
}

/// Returns true if `count` pixels of both rows have alpha 255.
func areOpaque(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> Bool {
  var all = UInt32.max
  for x in 0..<count { all &= left[x] & right[x] }
  return UInt32(littleEndian: all) >> 24 == 255
}
