/// Rows of a component's differences in which four neighbours have a mean above a limit. A window of 4 x 4
/// or 8 x 8 pixels whose mean is above it has such a row, so that dither, which changes sign from pixel to
/// pixel, costs one look.
struct ActiveRows {
  private var rows: [Bool]
  /// Of four values' sum, in half levels.
  private let limit: Int16

  /// No rows yet, for a limit in levels.
  init(_ height: Int, above limit: Double) {
    rows = Array(repeating: false, count: height)
    self.limit = Int16(limit * 8)
  }

  /// Looks at a row's differences, in half levels; at least four.
  mutating func look(at values: UnsafePointer<Int16>, _ width: Int, row: Int) {
    var largest: Int16 = 0
    for x in 0..<width - 3 {
      let sum = (values[x] &+ values[x + 1]) &+ (values[x + 2] &+ values[x + 3])
      largest = max(largest, max(sum, 0 &- sum))
    }
    rows[row] = largest > limit
  }

  /// Where windows begin that may be above the limit, in rising order and apart from each other.
  func starts(within range: Range<Int>) -> [Range<Int>] {
    var starts: [Range<Int>] = []
    for row in rows.indices where rows[row] {
      let windows = max(range.lowerBound, row - 7)..<min(range.upperBound, row + 1)
      guard !windows.isEmpty else { continue }
      if let last = starts.last, last.upperBound >= windows.lowerBound {
        starts[starts.count - 1] = last.lowerBound..<windows.upperBound
      } else {
        starts.append(windows)
      }
    }
    return starts
  }
}
