/// Sums over the window around a row, kept column by column so that memory grows with the width.
struct WindowStatistics {
  /// Pixels on each side of the centre.
  static let radius = 15
  private let pair: ScanPair
  /// Per column of the padded row and channel: sums of first, second, their squares, the product.
  private var columns: [Sums]
  /// The same, summed from the left; one longer.
  private var running: [Sums]
  private var row: Int?

  /// One channel's sums; whole numbers far below 2^53.
  private struct Sums {
    var first = SIMD4<Double>.zero
    var second = SIMD4<Double>.zero
    var firstSquares = SIMD4<Double>.zero
    var secondSquares = SIMD4<Double>.zero
    var products = SIMD4<Double>.zero

    mutating func add(_ left: SIMD4<UInt8>, _ right: SIMD4<UInt8>, times weight: Double) {
      let left = SIMD4<Double>(left)
      let right = SIMD4<Double>(right)
      first += left * weight
      second += right * weight
      firstSquares += left * left * weight
      secondSquares += right * right * weight
      products += left * right * weight
    }

    mutating func add(_ other: Sums, times weight: Double) {
      first += other.first * weight
      second += other.second * weight
      firstSquares += other.firstSquares * weight
      secondSquares += other.secondSquares * weight
      products += other.products * weight
    }
  }

  /// Of a pair that outlives the statistics.
  init(pair: ScanPair) {
    self.pair = pair
    let padded = pair.width + 2 * WindowStatistics.radius
    columns = Array(repeating: Sums(), count: padded)
    running = Array(repeating: Sums(), count: padded + 1)
  }

  /// Makes `y` the centre row; rows are asked for from top to bottom.
  mutating func advance(to y: Int) {
    if row == y { return }
    let radius = WindowStatistics.radius
    if let row, y - row <= radius {
      for line in row..<y {
        add(line - radius, times: -1)
        add(line + radius + 1, times: 1)
      }
    } else {
      columns = Array(repeating: Sums(), count: columns.count)
      for line in y - radius...y + radius { add(line, times: 1) }
    }
    row = y
    for index in columns.indices {
      var sum = running[index]
      sum.add(columns[index], times: 1)
      running[index + 1] = sum
    }
  }

  private mutating func add(_ line: Int, times weight: Double) {
    for index in columns.indices {
      let x = index - WindowStatistics.radius
      columns[index].add(
        pair.padded(pair.first, x, line), pair.padded(pair.second, x, line), times: weight)
    }
  }

  /// The mean SSIM of the three channels in the window around column `x` of the current row.
  func similarity(around x: Int) -> Double {
    let side = 2 * WindowStatistics.radius + 1
    var sums = running[x + side]
    sums.add(running[x], times: -1)
    let count = Double(side * side)
    let firstMean = sums.first / count
    let secondMean = sums.second / count
    let firstVariance = (sums.firstSquares - sums.first * sums.first / count) / count
    let secondVariance = (sums.secondSquares - sums.second * sums.second / count) / count
    let covariance = (sums.products - sums.first * sums.second / count) / count
    let steadyMean = SIMD4<Double>(repeating: (0.01 * 255) * (0.01 * 255))
    let steadyVariance = SIMD4<Double>(repeating: (0.03 * 255) * (0.03 * 255))
    let meanProduct = firstMean * secondMean * 2 + steadyMean
    let meanSquares = firstMean * firstMean + secondMean * secondMean + steadyMean
    let likeness = covariance * 2 + steadyVariance
    let spread = firstVariance + secondVariance + steadyVariance
    let similarity = meanProduct * likeness / meanSquares / spread
    return (similarity.x + similarity.y + similarity.z) / 3
  }
}
