/// How many equal neighbours the pixels have in each picture, for the three rows around the
/// current one: with this most pixels pass or fail the anti-aliasing test without arithmetic, in
/// flat parts and in noise alike. All pixels must be opaque.
struct FlatRows {
  private let pair: ScanPair
  /// Three rows in turn, one word a pixel: bit 0 says that it has at least three equal neighbours
  /// in the first picture, bit 1 in the second. Pixels at the edge have both unset.
  private var words: [UInt32]
  /// Which row of the picture each of the three holds.
  private var held = [-1, -1, -1]

  /// Of a pair that outlives it.
  init(pair: ScanPair) {
    self.pair = pair
    words = Array(repeating: 0, count: 3 * pair.width)
  }

  /// Computes the rows around `y` that are not there yet.
  mutating func prepare(around y: Int) {
    for line in max(0, y - 1)...min(pair.height - 1, y + 1) where held[line % 3] != line {
      held[line % 3] = line
      fill(line)
    }
  }

  /// The prepared rows around `y`; nil near the upper and lower edge of the picture, where the
  /// plain test decides.
  func withRows<Result>(around y: Int, _ body: (Neighbourhood?) -> Result) -> Result {
    if y < 2 || y > pair.height - 3 { return body(nil) }
    let width = pair.width
    return words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return body(nil) }
      return body(
        Neighbourhood(
          width: width,
          flat: (
            base + (y - 1) % 3 * width, base + y % 3 * width, base + (y + 1) % 3 * width
          ),
          first: (pair.first.row(y - 1), pair.first.row(y), pair.first.row(y + 1)),
          second: (pair.second.row(y - 1), pair.second.row(y), pair.second.row(y + 1))))
    }
  }

  private mutating func fill(_ y: Int) {
    let pair = self.pair
    if y == 0 || y == pair.height - 1 || pair.width < 3 { return }
    words.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let row = base + y % 3 * pair.width
      for x in 0..<pair.width { row[x] = 0 }
      pair.first.markFlat(y, pair.width, bit: 1, in: row)
      pair.second.markFlat(y, pair.width, bit: 2, in: row)
    }
  }
}

extension PixelRows {
  /// Sets a bit for those pixels that have at least three equal neighbours, but for the first and
  /// the last of the row.
  fileprivate func markFlat(
    _ y: Int, _ width: Int, bit: UInt32, in flat: UnsafeMutablePointer<UInt32>
  ) {
    let above = row(y - 1)
    let here = row(y)
    let below = row(y + 1)
    for x in 1..<width - 1 {
      let centre = here[x]
      var count: UInt32 = above[x - 1] == centre ? 1 : 0
      count &+= above[x] == centre ? 1 : 0
      count &+= above[x + 1] == centre ? 1 : 0
      count &+= here[x - 1] == centre ? 1 : 0
      count &+= here[x + 1] == centre ? 1 : 0
      count &+= below[x - 1] == centre ? 1 : 0
      count &+= below[x] == centre ? 1 : 0
      count &+= below[x + 1] == centre ? 1 : 0
      flat[x] |= count > 2 ? bit : 0
    }
  }
}
