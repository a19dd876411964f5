/// Which rows of two pictures differ, and whether the pixels a metric reads there are opaque.
struct RowSurvey {
  /// Rows that differ, rising.
  let differing: [Int]
  /// Whether both pictures are opaque in these rows and the two on each side of them, which is
  /// as far as the anti-aliasing test looks.
  /// False where nobody asked.
  let isOpaque: Bool

  /// Of the part that both pictures have.
  init(
    _ first: PixelRows, _ second: PixelRows, width: Int, height: Int, asksForOpacity: Bool
  ) {
    var differing: [Int] = []
    var isOpaque = asksForOpacity
    // Rows whose opacity is known; asked row by row, while they are in the processor's cache.
    var known = 0
    for y in 0..<height where !areEqual(first.row(y), second.row(y), width) {
      differing.append(y)
      if !isOpaque { continue }
      let end = min(height, y + 3)
      for line in max(known, y - 2)..<end where isOpaque {
        isOpaque = areOpaque(first.row(line), second.row(line), width)
      }
      known = end
    }
    self.differing = differing
    self.isOpaque = isOpaque
  }
}

/// Whether `count` pixels have alpha 255 in both rows.
private func areOpaque(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> Bool {
  var all = UInt32.max
  for x in 0..<count { all &= left[x] & right[x] }
  return UInt32(littleEndian: all) >> 24 == 255
}
