extension QuantizationScan {
  /// Levels of luma that a single pixel must differ by, besides the ranges around it.
  private static let single = 60

  /// Marks pixels that stand out alone: both pictures are flat around them.
  mutating func markSinglePixels() {
    for y in rows where largestLuma[y] >= 2 * QuantizationScan.single {
      let row = luma + y * width
      let marks = marks + y * width
      for x in 0..<width where magnitude(row[x]) >= 2 * QuantizationScan.single && marks[x] == 0 {
        guard standsOut(x, y) else { continue }
        marks[x] = magnitude(row[x])
        markedRows[y] = true
      }
    }
  }

  /// Whether the pixel's difference exceeds the limit and the ranges of luma that the 5 x 5 pixels
  /// around it have in both pictures.
  private func standsOut(_ x: Int, _ y: Int) -> Bool {
    let centre = Int(luma[y * width + x])
    var allowed = 2 * QuantizationScan.single
    var differences = (least: Int.max, most: Int.min)
    for picture in [pair.first, pair.second] {
      var range = (least: Int32.max, most: Int32.min)
      for line in max(0, y - 2)...min(height - 1, y + 2) {
        let row = picture.row(line)
        for column in max(0, x - 2)...min(width - 1, x + 2) where (column, line) != (x, y) {
          let pixel = channels(row[column])
          let value = (pixel.x * 38 + pixel.y * 75 + pixel.z * 15) >> 6
          range = (min(range.least, value), max(range.most, value))
          let difference = Int(luma[line * width + column])
          differences = (min(differences.least, difference), max(differences.most, difference))
        }
      }
      allowed += Int(range.most - range.least)
      if abs(centre) < allowed { return false }
    }
    let around = (differences.least + differences.most) / 2
    return abs(centre - around) >= allowed
  }
}
