/// Marks windows of 4 x 4 pixels that stand out from a smooth area although their mean is below the
/// noise limit.
///
/// Dither and palette errors shift a whole area, so without a change the difference of a window is
/// hardly larger than that of its neighbors. A small area with its own color in both pictures can
/// have a palette error that stands out too, so one of the pictures must be smooth there. In all
/// pairs of eight encodings of seven clips (two photographs, five headers), no window stands out by
/// more than 7.2 levels. Changes of 24 levels stand out by at least 6.2, even in ffmpeg's GIFs,
/// unless dither removed them.
extension QuantizationScan {
  /// The minimum difference in levels of luma by which a window's mean stands out.
  static let contrast = 8
  /// The maximum range in levels of luma of the windows in a smooth area.
  private static let smoothRange = 8

  /// Marks the windows that stand out. `sums4` must contain the sums of luma, and windows over
  /// `limits` must already be marked.
  mutating func markSmoothPlaces(_ limits: WindowLimits) {
    let minimum = Int16(QuantizationScan.contrast * 2 * 16)
    for y in activity.luma.starts(within: 0..<height - 3).joined() {
      let row = sums4 + y * width
      limits.withRow(y) { limit in
        for x in 0..<width - 3
        where (minimum...max(minimum, limit[x])).contains(magnitude(row[x])) {
          let around = ring(x, y)
          guard standsOut(row[x], minimum, around),
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

  /// Returns the origins of the neighboring windows inside the picture.
  private func ring(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    var starts: [(x: Int, y: Int)] = []
    for line in [y - 4, y, y + 4] where (0...height - 4).contains(line) {
      for column in [x - 4, x, x + 4] where (0...width - 4).contains(column) {
        if (column, line) != (x, y) { starts.append((column, line)) }
      }
    }
    return starts
  }

  /// Returns true if a sum exceeds those of all neighbors by at least `minimum`.
  private func standsOut(_ sum: Int16, _ minimum: Int16, _ around: [(x: Int, y: Int)]) -> Bool {
    around.allSatisfy { magnitude(sum) &- magnitude(sums4[$0.y * width + $0.x]) >= minimum }
  }

  /// Returns true if the means of the neighboring windows are close together, and the window's own
  /// mean is close to their average.
  private func isSmooth(
    _ picture: PixelRows, _ x: Int, _ y: Int, _ around: [(x: Int, y: Int)]
  ) -> Bool {
    let sums = around.map { lumaSum(picture, $0.x, $0.y) }
    guard let maximum = sums.max(), let minimum = sums.min(),
      maximum - minimum <= QuantizationScan.smoothRange * 16
    else { return false }
    let mean = sums.reduce(0, +) / sums.count
    return 3 * abs(lumaSum(picture, x, y) - mean) <= QuantizationScan.smoothRange * 16
  }

  /// Returns the sum of luma over 4 x 4 pixels in levels.
  private func lumaSum(_ picture: PixelRows, _ x: Int, _ y: Int) -> Int {
    var sum = 0
    for line in y..<y + 4 {
      let row = picture.pixels(ofRow: line)
      for column in x..<x + 4 {
        let pixel = channels(row[column])
        sum += Int(pixel.x * 38 + pixel.y * 75 + pixel.z * 15)
      }
    }
    return sum >> 7
  }
}

extension QuantizationScan {
  /// The minimum difference of a single pixel in levels of luma, in addition to the local ranges.
  private static let single = 60

  /// Marks single pixels that stand out in areas that are flat in both pictures.
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

  /// Returns true if the pixel's difference exceeds the limit plus the ranges of luma in the
  /// surrounding 5 x 5 pixels of both pictures.
  private func standsOut(_ x: Int, _ y: Int) -> Bool {
    let center = Int(luma[y * width + x])
    var allowed = 2 * QuantizationScan.single
    var differences = (minimum: Int.max, maximum: Int.min)
    for picture in [pair.first, pair.second] {
      var range = (minimum: Int32.max, maximum: Int32.min)
      for line in max(0, y - 2)...min(height - 1, y + 2) {
        let row = picture.pixels(ofRow: line)
        for column in max(0, x - 2)...min(width - 1, x + 2) where (column, line) != (x, y) {
          let pixel = channels(row[column])
          let value = (pixel.x * 38 + pixel.y * 75 + pixel.z * 15) >> 6
          range = (min(range.minimum, value), max(range.maximum, value))
          let difference = Int(luma[line * width + column])
          differences = (min(differences.minimum, difference), max(differences.maximum, difference))
        }
      }
      allowed += Int(range.maximum - range.minimum)
      if abs(center) < allowed { return false }
    }
    let around = (differences.minimum + differences.maximum) / 2
    return abs(center - around) >= allowed
  }
}
