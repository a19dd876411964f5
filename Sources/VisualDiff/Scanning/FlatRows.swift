/// The flatness of the three rows around the current one. A pixel is flat if it has at least three
/// equal neighbors. This decides most anti-aliasing tests without arithmetic. All pixels must be
/// opaque.
struct FlatRows {
  private let pair: ScanPair
  /// A ring buffer of three rows with one word per pixel. Bit 0 is set if the pixel is flat in the
  /// first picture, bit 1 in the second. Pixels at the edge have neither bit.
  private var words: [UInt32]
  /// The picture's row in each of the three buffered rows.
  private var held = [Int](repeating: -1, count: 3)
  /// True for each computed block of columns, for the three rows.
  private var isFilled: [Bool]
  private let blocks: Int
  /// The blocks that the current row needs.
  private var wanted: [Int] = []

  /// The number of columns in a block.
  private static let block = 32
  /// The minimum width for which a row has four pixels that are not at the edges.
  private static let minimumWidth = 6

  init(pair: ScanPair) {
    self.pair = pair
    words = Array(repeating: 0, count: 3 * pair.width)
    blocks = pair.width / FlatRows.block + 1
    isFilled = Array(repeating: false, count: 3 * blocks)
  }

  /// Computes the missing rows around `y` in the blocks of the given columns and their neighbors.
  /// Columns must be in increasing order.
  mutating func prepare(around y: Int, columns: UnsafeBufferPointer<Int32>) {
    findWanted(columns)
    for line in max(0, y - 1)...min(pair.height - 1, y + 1) {
      let slot = line % 3
      if held[slot] != line {
        held[slot] = line
        for index in slot * blocks..<(slot + 1) * blocks { isFilled[index] = false }
      }
      for block in wanted where !isFilled[slot * blocks + block] {
        isFilled[slot * blocks + block] = true
        let from = block * FlatRows.block
        markFlatPixels(ofRow: line, from..<min(from + FlatRows.block, pair.width))
      }
    }
  }

  /// Collects the blocks of the columns and their neighbors in increasing order.
  private mutating func findWanted(_ columns: UnsafeBufferPointer<Int32>) {
    wanted.removeAll(keepingCapacity: true)
    // The first column after the blocks collected so far.
    var end = 0
    for column in columns where Int(column) + 1 >= end {
      let last = min(Int(column) + 1, pair.width - 1) / FlatRows.block
      for block in max(end, max(0, Int(column) - 1)) / FlatRows.block...last
      where block * FlatRows.block >= end { wanted.append(block) }
      end = (last + 1) * FlatRows.block
    }
  }

  /// Calls `body` with the prepared rows around `y`, or with `nil` near the top and bottom edges
  /// and in narrow pictures, which need the scalar test.
  func withRows<Result>(around y: Int, _ body: (AntialiasingKernel?) -> Result) -> Result {
    if y < 2 || y > pair.height - 3 || pair.width < FlatRows.minimumWidth { return body(nil) }
    let width = pair.width
    return words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return body(nil) }
      return body(
        AntialiasingKernel(
          flat: (base + (y - 1) % 3 * width, base + y % 3 * width, base + (y + 1) % 3 * width),
          first: (
            pair.first.pixels(ofRow: y - 1), pair.first.pixels(ofRow: y),
            pair.first.pixels(ofRow: y + 1)
          ),
          second: (
            pair.second.pixels(ofRow: y - 1), pair.second.pixels(ofRow: y),
            pair.second.pixels(ofRow: y + 1)
          )))
    }
  }

  private mutating func markFlatPixels(ofRow y: Int, _ columns: Range<Int>) {
    let pair = self.pair
    if y == 0 || y == pair.height - 1 || pair.width < FlatRows.minimumWidth { return }
    words.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let row = base + y % 3 * pair.width
      let inside = max(1, columns.lowerBound)..<min(pair.width - 1, columns.upperBound)
      for x in columns { row[x] = 0 }
      pair.first.markFlat(y, inside, bit: 1, in: row)
      pair.second.markFlat(y, inside, bit: 2, in: row)
    }
  }
}

extension PixelRows {
  /// Sets a bit for the pixels of `columns` that are flat.
  fileprivate func markFlat(
    _ y: Int, _ columns: Range<Int>, bit: UInt32, in flat: UnsafeMutablePointer<UInt32>
  ) {
    let above = pixels(ofRow: y - 1)
    let here = pixels(ofRow: y)
    let below = pixels(ofRow: y + 1)
    // Four pixels at a time. The last four may overlap previous ones, even of another block. Such
    // bits are correct and are computed again with that block.
    var next = columns.lowerBound
    while next < columns.upperBound {
      let x = min(next, columns.upperBound - 4)
      next += 4
      let center = four(here + x)
      // A lane is -1 for each equal neighbor.
      var count = equal(four(above + x - 1), center)
      count &+= equal(four(above + x), center)
      count &+= equal(four(above + x + 1), center)
      count &+= equal(four(here + x - 1), center)
      count &+= equal(four(here + x + 1), center)
      count &+= equal(four(below + x - 1), center)
      count &+= equal(four(below + x), center)
      count &+= equal(four(below + x + 1), center)
      let old = four(flat + x)
      let marked = old | SIMD4(repeating: bit)
      UnsafeMutableRawPointer(flat + x).storeBytes(
        of: old.replacing(with: marked, where: count .< -2), as: SIMD4<UInt32>.self)
    }
  }

  private func four(_ pixels: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
  }

  /// Returns -1 in lanes that are equal.
  private func equal(_ left: SIMD4<UInt32>, _ right: SIMD4<UInt32>) -> SIMD4<Int32> {
    SIMD4<Int32>.zero.replacing(with: -1, where: left .== right)
  }
}
