/// Where the pixels of a stretched row come from: two neighbours each, and how they are mixed.
struct StretchTaps {
  /// Pixels of a source row, 2...
  let width: Int
  /// For each output pixel the byte offset of its left neighbour, the right one following it inside
  /// the row; a multiple of four pixels, the last ones repeated.
  let columns: [Int32]
  /// For each output pixel twice the share of its right neighbour, in 1/32768.
  let shares: [Int16]

  /// - Parameters:
  ///   - columns: output pixels.
  ///   - start: where the picture begins on the output axis, `length` how long it is there.
  ///   - from: what part of the source axis that is, beginning here and `over` samples long.
  init(
    columns: Range<Int>, start: Double, length: Double, from: Double, over: Double, width: Int
  ) {
    precondition(width > 1 && !columns.isEmpty)
    self.width = width
    let taps = (0..<(columns.count + 3) / 4 * 4).map { index in
      Self.tap(
        columns.lowerBound + min(index, columns.count - 1), start: start, length: length,
        from: from, over: over, count: width)
    }
    self.columns = taps.map { Int32($0.index * 4) }
    shares = taps.flatMap { [$0.share, $0.share] }
  }

  /// The first of an output position's two neighbours, 0...max(0, count - 2), and the share of the
  /// second in 1/32768, 0...32767.
  static func tap(
    _ pixel: Int, start: Double, length: Double, from: Double, over: Double, count: Int
  ) -> (index: Int, share: Int16) {
    let position = from + (Double(pixel) + 0.5 - start) * over / length - 0.5
    let clamped = max(0, min(Double(count - 1), position))
    let index = min(clamped.rounded(.down), Double(max(0, count - 2)))
    return (Int(index), Int16(min(32767, (clamped - index) * 32768 + 0.5)))
  }
}
