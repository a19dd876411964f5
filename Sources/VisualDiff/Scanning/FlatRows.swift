/// Whether pixels have at least three equal neighbours in each picture, for the three rows around
/// the current one. This decides most anti-aliasing tests without arithmetic. All pixels must be
/// opaque.
struct FlatRows {
  private let pair: ScanPair
  /// A ring of three rows, one word a pixel: bit 0 is set for at least three equal neighbours in
  /// the first picture, bit 1 in the second. Pixels at the edge have neither.
  private var words: [UInt32]
  /// The row of the picture in each of the three.
  private var held = [Int](repeating: -1, count: 3)
  /// Whether a block of columns is computed, for the three rows in turn.
  private var isFilled: [Bool]
  private let blocks: Int
  /// The blocks that the current row needs.
  private var wanted: [Int] = []

  /// Columns of a block.
  private static let block = 32
  /// A row of this width has four pixels that are not at its edge.
  private static let leastWidth = 6

  init(pair: ScanPair) {
    self.pair = pair
    words = Array(repeating: 0, count: 3 * pair.width)
    blocks = pair.width / FlatRows.block + 1
    isFilled = Array(repeating: false, count: 3 * blocks)
  }

  /// Computes the rows around `y` where that is not done yet, in the blocks of the given columns
  /// and of those beside them. The columns rise.
  mutating func prepare(around y: Int, columns: UnsafeBufferPointer<Int32>) {
    findWanted(columns)
    for line in max(0, y - 1)...min(pair.height - 1, y + 1) {
      let place = line % 3
      if held[place] != line {
        held[place] = line
        for index in place * blocks..<(place + 1) * blocks { isFilled[index] = false }
      }
      for block in wanted where !isFilled[place * blocks + block] {
        isFilled[place * blocks + block] = true
        let from = block * FlatRows.block
        fill(line, from..<min(from + FlatRows.block, pair.width))
      }
    }
  }

  /// Lists the blocks of the columns and of those beside them, rising.
  private mutating func findWanted(_ columns: UnsafeBufferPointer<Int32>) {
    wanted.removeAll(keepingCapacity: true)
    // The first column behind the blocks so far.
    var end = 0
    for column in columns where Int(column) + 1 >= end {
      let last = min(Int(column) + 1, pair.width - 1) / FlatRows.block
      for block in max(end, max(0, Int(column) - 1)) / FlatRows.block...last
      where block * FlatRows.block >= end { wanted.append(block) }
      end = (last + 1) * FlatRows.block
    }
  }

  /// The prepared rows around `y`; nil near the upper and lower edge of the picture and in a narrow
  /// picture, where the plain test decides.
  func withRows<Result>(around y: Int, _ body: (AntialiasingKernel?) -> Result) -> Result {
    if y < 2 || y > pair.height - 3 || pair.width < FlatRows.leastWidth { return body(nil) }
    let width = pair.width
    return words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return body(nil) }
      return body(
        AntialiasingKernel(
          flat: (base + (y - 1) % 3 * width, base + y % 3 * width, base + (y + 1) % 3 * width),
          first: (pair.first.row(y - 1), pair.first.row(y), pair.first.row(y + 1)),
          second: (pair.second.row(y - 1), pair.second.row(y), pair.second.row(y + 1))))
    }
  }

  private mutating func fill(_ y: Int, _ columns: Range<Int>) {
    let pair = self.pair
    if y == 0 || y == pair.height - 1 || pair.width < FlatRows.leastWidth { return }
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
  /// Sets a bit for those pixels of `columns` that have at least three equal neighbours.
  fileprivate func markFlat(
    _ y: Int, _ columns: Range<Int>, bit: UInt32, in flat: UnsafeMutablePointer<UInt32>
  ) {
    let above = row(y - 1)
    let here = row(y)
    let below = row(y + 1)
    // Four at a time; the last four may lap over those before, also into another block: what is
    // marked there is true, and done anew when that block is filled.
    var next = columns.lowerBound
    while next < columns.upperBound {
      let x = min(next, columns.upperBound - 4)
      next += 4
      let centre = four(here + x)
      // A lane is -1 for each equal neighbour.
      var count = equal(four(above + x - 1), centre)
      count &+= equal(four(above + x), centre)
      count &+= equal(four(above + x + 1), centre)
      count &+= equal(four(here + x - 1), centre)
      count &+= equal(four(here + x + 1), centre)
      count &+= equal(four(below + x - 1), centre)
      count &+= equal(four(below + x), centre)
      count &+= equal(four(below + x + 1), centre)
      let old = four(flat + x)
      let marked = old | SIMD4(repeating: bit)
      UnsafeMutableRawPointer(flat + x).storeBytes(
        of: old.replacing(with: marked, where: count .< -2), as: SIMD4<UInt32>.self)
    }
  }

  private func four(_ pixels: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
  }

  /// -1 where two are equal.
  private func equal(_ left: SIMD4<UInt32>, _ right: SIMD4<UInt32>) -> SIMD4<Int32> {
    SIMD4<Int32>.zero.replacing(with: -1, where: left .== right)
  }
}
