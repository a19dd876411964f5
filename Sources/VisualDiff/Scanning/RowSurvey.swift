/// Which rows of two pictures differ, and whether the pixels a metric reads there are opaque.
struct RowSurvey {
  /// Rows that differ, rising.
  let differing: [Int]
  /// Whether both pictures are opaque in these rows and the two on each side of them, which is
  /// as far as the anti-aliasing test looks.
  let isOpaque: Bool

  /// Of the part that both pictures have.
  init(_ first: PixelRows, _ second: PixelRows, width: Int, height: Int) {
    var differing: [Int] = []
    for y in 0..<height where !areEqual(first.row(y), second.row(y), width) {
      differing.append(y)
    }
    var isOpaque = true
    var next = 0
    for y in differing where isOpaque {
      for line in max(next, y - 2)..<min(height, y + 3) where isOpaque {
        isOpaque = first.isOpaque(line, width) && second.isOpaque(line, width)
        next = line + 1
      }
    }
    self.differing = differing
    self.isOpaque = isOpaque
  }
}

extension PixelRows {
  /// Whether the first `width` pixels of a row have alpha 255.
  fileprivate func isOpaque(_ y: Int, _ width: Int) -> Bool {
    let row = row(y)
    var all = UInt32.max
    for x in 0..<width { all &= row[x] }
    return UInt32(littleEndian: all) >> 24 == 255
  }
}
