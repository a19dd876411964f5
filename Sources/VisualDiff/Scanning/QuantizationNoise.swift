/// The largest mean difference of a window, in levels, that quantization and dither explain: a base
/// plus a multiple of the noise, up to a maximum.
struct NoiseLimit {
  let base: Double
  let perNoise: Double
  let maximum: Double
}

/// The noise of a difference by block: the mean absolute step between neighboring pixels in levels.
/// `dilate()` replaces it with the maximum over 3 x 3 blocks.
struct NoiseGrid {
  static let block = 8
  private let width: Int
  private let height: Int
  private let columns: Int
  private let lines: Int
  private var values: [Double]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    columns = (width + NoiseGrid.block - 1) / NoiseGrid.block
    lines = (height + NoiseGrid.block - 1) / NoiseGrid.block
    values = Array(repeating: 0, count: columns * lines)
  }

  /// Adds the sums of a row of blocks, in half levels, one for each column of pixels.
  mutating func add(_ sums: [Int16], row: Int) {
    let pixelRows = min(NoiseGrid.block, height - row * NoiseGrid.block)
    for column in 0..<columns {
      let pixels = column * NoiseGrid.block..<min(width, (column + 1) * NoiseGrid.block)
      let sum = sums[pixels].reduce(0) { $0 + Int($1) }
      values[row * columns + column] = Double(sum) / Double(2 * pixels.count * pixelRows)
    }
  }

  /// Replaces each block with the maximum of its neighbors, because busy areas end inside blocks.
  mutating func dilate() {
    let sharp = values
    for line in 0..<lines {
      for column in 0..<columns {
        var maximum = 0.0
        for y in max(0, line - 1)...min(lines - 1, line + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            maximum = max(maximum, sharp[y * columns + x])
          }
        }
        values[line * columns + column] = maximum
      }
    }
  }

  /// Returns the limits for the sums, in half levels, of windows with sides of `side` pixels.
  func limits(_ limit: NoiseLimit, side: Int) -> WindowLimits {
    let sumPerLevel = Double(2 * side * side)
    let base = [Int16](repeating: Int16(limit.base * sumPerLevel), count: width)
    var limits = WindowLimits(side: side, rows: Array(repeating: base, count: lines))
    guard limit.perNoise > 0 else { return limits }
    for line in 0..<lines {
      for column in 0..<columns where values[line * columns + column] > 0 {
        let noise = values[line * columns + column]
        let sum = Int16(min(limit.maximum, limit.base + limit.perNoise * noise) * sumPerLevel)
        // Windows whose center is in the block. The last block also has all windows after it.
        let start = max(0, column * NoiseGrid.block - side / 2)
        let end = column == columns - 1 ? width : (column + 1) * NoiseGrid.block - side / 2
        for x in start..<end { limits.rows[line][x] = sum }
      }
    }
    return limits
  }
}

/// The limits for the sums of windows, stored at their left column.
struct WindowLimits {
  let side: Int
  /// The limits for each row of blocks.
  var rows: [[Int16]]

  func withRow<Result>(_ y: Int, _ body: (UnsafeBufferPointer<Int16>) -> Result) -> Result {
    let line = min(rows.count - 1, (y + side / 2) / NoiseGrid.block)
    return rows[line].withUnsafeBufferPointer(body)
  }
}

/// The rows of a component's differences in which the mean of four neighbors exceeds a limit. Each
/// window of 4 x 4 or 8 x 8 pixels whose mean exceeds the limit contains such a row. So dither,
/// which changes sign from pixel to pixel, is rejected in one pass.
struct ActiveRows {
  private var rows: [Bool]
  /// The limit of the sum of four values in half levels.
  private let limit: Int16

  /// Creates an empty set for a limit in levels.
  init(_ height: Int, above limit: Double) {
    rows = Array(repeating: false, count: height)
    self.limit = Int16(limit * 8)
  }

  /// Examines a row's differences in half levels. There must be at least four.
  mutating func examine(_ values: UnsafePointer<Int16>, _ width: Int, row: Int) {
    var largest: Int16 = 0
    for x in 0..<width - 3 {
      let sum = (values[x] &+ values[x + 1]) &+ (values[x + 2] &+ values[x + 3])
      largest = max(largest, max(sum, 0 &- sum))
    }
    rows[row] = largest > limit
  }

  /// Returns the rows at which windows over the limit may start, as disjoint ranges in increasing
  /// order.
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
