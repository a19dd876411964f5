/// Which pixels have at least three equal neighbours in both pictures, for the three rows around
/// the current one. Only a pixel next to such a one can be anti-aliasing, and where pictures are
/// noisy there are none.
struct FlatRows {
  private let pair: ScanPair
  /// Three rows in turn, one word a pixel, 1 = flat in both.
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

  /// Whether a pixel of the 3 x 3 around is flat in both pictures; the row is prepared.
  func isNearFlat(x: Int, y: Int) -> Bool {
    // The edges are left to the exact test.
    if x == 0 || y == 0 || x == pair.width - 1 || y == pair.height - 1 { return true }
    var any: UInt32 = 0
    for start in [x - 1, pair.width + x - 1, 2 * pair.width + x - 1] {
      any |= words[start] | words[start + 1] | words[start + 2]
    }
    return any != 0
  }

  private mutating func fill(_ y: Int) {
    let pair = self.pair
    words.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let row = base + y % 3 * pair.width
      // The edges are left to the exact test.
      for x in 0..<pair.width { row[x] = 1 }
      if y == 0 || y == pair.height - 1 || pair.width < 3 { return }
      pair.first.markFlat(y, pair.width, in: row)
      pair.second.markFlat(y, pair.width, in: row)
    }
  }
}

extension PixelRows {
  /// Clears the words of those pixels that have fewer than three equal neighbours, but for the
  /// first and the last of the row.
  fileprivate func markFlat(_ y: Int, _ width: Int, in flat: UnsafeMutablePointer<UInt32>) {
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
      flat[x] &= count > 2 ? 1 : 0
    }
  }
}
