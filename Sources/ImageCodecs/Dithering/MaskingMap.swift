/// Where a picture is busy an error hides, where it is smooth it shows: the local variance of luma.
///
/// Variance over 5 x 5 pixels, then the least of 3 x 3 neighbours, so that an edge does not hide
/// what lies beside it. 0 means that the pixel belongs to a patch of one colour.
struct MaskingMap {
  /// Variance of luma, luma being 0...255; row-major.
  private(set) var variance: [Float]
  private let width: Int
  private let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    variance = [Float](repeating: 0, count: width * height)
  }

  /// Fills rows `rows` from the frame.
  mutating func measure(_ pixels: [UInt32], rows: Range<Int>) {
    let outer = max(0, rows.lowerBound - 1)..<min(height, rows.upperBound + 1)
    let width = self.width
    let height = self.height
    var columnSum = [Int32](repeating: 0, count: width)
    var columnSquares = [Int32](repeating: 0, count: width)
    var lumaRows = [Int32](repeating: 0, count: width * 5)
    var raw = [Float](repeating: 0, count: width * outer.count)
    var narrow = [Float](repeating: 0, count: width * outer.count)
    pixels.withUnsafeBufferPointer { pixels in
      lumaRows.withUnsafeMutableBufferPointer { lumaRows in
        columnSum.withUnsafeMutableBufferPointer { columnSum in
          columnSquares.withUnsafeMutableBufferPointer { columnSquares in
            func add(_ row: Int, leaving: Bool) {
              let slot = (row % 5) * width
              if leaving {
                for x in 0..<width {
                  let luma = lumaRows[slot + x]
                  columnSum[x] -= luma
                  columnSquares[x] -= luma * luma
                }
                return
              }
              for x in 0..<width {
                let color = pixels[row * width + x]
                let luma = Int32(
                  truncatingIfNeeded: ((color >> 16) & 255) * 5 + ((color >> 8) & 255) * 9
                    + (color & 255) * 2)
                lumaRows[slot + x] = luma
                columnSum[x] += luma
                columnSquares[x] += luma * luma
              }
            }
            var present = max(0, outer.lowerBound - 2)..<max(0, outer.lowerBound - 2)
            for row in outer {
              while present.lowerBound < min(row - 2, present.upperBound) {
                add(present.lowerBound, leaving: true)
                present = present.lowerBound + 1..<present.upperBound
              }
              while present.upperBound < min(height, row + 3) {
                add(present.upperBound, leaving: false)
                present = present.lowerBound..<present.upperBound + 1
              }
              let base = (row - outer.lowerBound) * width
              var sum: Int64 = 0
              var squares: Int64 = 0
              var columns = 0
              for x in 0..<min(2, width) {
                sum += Int64(columnSum[x])
                squares += Int64(columnSquares[x])
                columns += 1
              }
              for x in 0..<width {
                if x + 2 < width {
                  sum += Int64(columnSum[x + 2])
                  squares += Int64(columnSquares[x + 2])
                  columns += 1
                }
                if x >= 3 {
                  sum -= Int64(columnSum[x - 3])
                  squares -= Int64(columnSquares[x - 3])
                  columns -= 1
                }
                let count = Int64(columns * present.count)
                // Luma is kept sixteenfold: n² times the variance of 16 * luma.
                let spread = count * squares - sum * sum
                raw[base + x] = Float(spread) / Float(count * count * 256)
              }
            }
          }
        }
      }
    }
    for row in 0..<outer.count {
      let base = row * width
      for x in 0..<width {
        var least = raw[base + x]
        if x > 0 { least = min(least, raw[base + x - 1]) }
        if x + 1 < width { least = min(least, raw[base + x + 1]) }
        narrow[base + x] = least
      }
    }
    for row in rows {
      let at = (row - outer.lowerBound) * width
      for x in 0..<width {
        var least = narrow[at + x]
        if row > 0 { least = min(least, narrow[at - width + x]) }
        if row + 1 < height { least = min(least, narrow[at + width + x]) }
        variance[row * width + x] = least
      }
    }
  }
}
