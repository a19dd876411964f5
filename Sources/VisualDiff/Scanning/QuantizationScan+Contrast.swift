/// Marks 4 x 4 pixels that stand out from a smooth place although their mean is below the limit that noise
/// asks for.
///
/// Dither and palette errors move a whole place: the difference of a window without a change is hardly larger
/// than that of the windows around it. Where a small area has a colour of its own in both pictures, its palette
/// error stands out too, so one of the pictures must be smooth there. Measured on the frames of seven
/// clips (two photographs, five headers) in eight encodings each, every pair: no window stands out by more than
/// 7.2 levels; changes of 24 levels do by 6.2 or more beside ffmpeg's GIFs, but for those that its dither took
/// away.
extension QuantizationScan {
  /// Levels of luma by which a window's mean stands out.
  static let contrast = 8
  /// Levels of luma within which the windows of a smooth place lie.
  private static let smoothRange = 8

  /// Expects the sums of luma over 4 x 4 pixels. Windows over `limits` are marked already.
  mutating func markSmoothPlaces(_ limits: WindowLimits) {
    let least = Int16(QuantizationScan.contrast * 2 * 16)
    for y in activity.luma.starts(within: 0..<height - 3).joined() {
      let row = sums4 + y * width
      limits.withRow(y) { limit in
        for x in 0..<width - 3 where (least...max(least, limit[x])).contains(magnitude(row[x])) {
          let around = ring(x, y)
          guard standsOut(row[x], least, around),
            isSmooth(pair.first, x, y, around) || isSmooth(pair.second, x, y, around)
          else { continue }
          markWindow(x, y, magnitude(row[x]) &>> 4)
        }
      }
    }
  }

  private mutating func markWindow(_ x: Int, _ y: Int, _ strength: Int16) {
    for line in y..<y + 4 {
      let row = marks + line * width
      for column in x..<x + 4 { row[column] = max(row[column], strength) }
      markedRows[line] = true
    }
  }

  /// Where the windows around one start, of those that lie in the picture.
  private func ring(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    var starts: [(x: Int, y: Int)] = []
    for line in [y - 4, y, y + 4] where (0...height - 4).contains(line) {
      for column in [x - 4, x, x + 4] where (0...width - 4).contains(column) {
        if (column, line) != (x, y) { starts.append((column, line)) }
      }
    }
    return starts
  }

  /// Whether a sum is larger than any of those around it, by `least` or more.
  private func standsOut(_ sum: Int16, _ least: Int16, _ around: [(x: Int, y: Int)]) -> Bool {
    around.allSatisfy { magnitude(sum) &- magnitude(sums4[$0.y * width + $0.x]) >= least }
  }

  /// Whether the means of the windows around one lie close together, and its own close to their mean.
  private func isSmooth(
    _ picture: PixelRows, _ x: Int, _ y: Int, _ around: [(x: Int, y: Int)]
  ) -> Bool {
    let sums = around.map { lumaSum(picture, $0.x, $0.y) }
    guard let most = sums.max(), let least = sums.min(),
      most - least <= QuantizationScan.smoothRange * 16
    else { return false }
    let mean = sums.reduce(0, +) / sums.count
    return 3 * abs(lumaSum(picture, x, y) - mean) <= QuantizationScan.smoothRange * 16
  }

  /// Luma over 4 x 4 pixels, in levels.
  private func lumaSum(_ picture: PixelRows, _ x: Int, _ y: Int) -> Int {
    var sum = 0
    for line in y..<y + 4 {
      let row = picture.row(line)
      for column in x..<x + 4 {
        let pixel = channels(row[column])
        sum += Int(pixel.x * 38 + pixel.y * 75 + pixel.z * 15)
      }
    }
    return sum >> 7
  }
}

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
