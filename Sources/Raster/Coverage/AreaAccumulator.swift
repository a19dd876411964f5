/// Accumulates the exact areas to the right of straight lines in one row of pixels.
///
/// Stores the difference of each pixel's coverage from that of its left neighbor, because an edge
/// covers everything to the right of it over its height.
struct AreaAccumulator {
  private var steps: [Double]

  init(width: Int) { steps = [Double](repeating: 0, count: width + 2) }
  private var width: Int { steps.count - 2 }

  /// Adds the area to the right of a line that runs down by `height` from `x0` to `x1`.
  ///
  /// - Parameter height: The fraction of the row's height, in 0...1. Negative to subtract the area.
  mutating func add(from x0: Double, to x1: Double, height: Double) {
    let limit = Double(width)
    let low = min(x0, x1)
    let high = max(x0, x1)
    if high <= 0 {
      steps[0] += height
      return
    }
    if low >= limit { return }
    if low < 0 || high > limit {
      // Splits off the parts outside of the row: the line covers all pixels if it is left of the
      // row, and none if it is right of it.
      let perPixel = height / (high - low)
      if low < 0 { steps[0] += -low * perPixel }
      let cutLow = max(0, low)
      let cutHigh = min(limit, high)
      add(from: cutLow, to: cutHigh, height: (cutHigh - cutLow) * perPixel)
      return
    }
    let first = Int(low)
    let last = Int(high)
    if first == last {
      let covered = height * (1 - ((low + high) / 2 - Double(first)))
      steps[first] += covered
      steps[first + 1] += height - covered
      return
    }
    let perPixel = height / (high - low)
    for column in first...last {
      let start = max(low, Double(column))
      let end = min(high, Double(column + 1))
      let part = (end - start) * perPixel
      let covered = part * (1 - ((start + end) / 2 - Double(column)))
      steps[column] += covered
      steps[column + 1] += part - covered
    }
  }

  /// Rounds the row to bytes and resets the accumulator.
  mutating func finish(into bytes: inout [UInt8], at offset: Int) {
    var sum = 0.0
    for column in 0..<width {
      sum += steps[column]
      bytes[offset + column] = UInt8((min(1, max(0, sum)) * 255).rounded())
      steps[column] = 0
    }
    steps[width] = 0
    steps[width + 1] = 0
  }
}
