/// Counts what Playwright's comparator "ssim-cie94" counts: a pixel differs when its CIE94
/// difference exceeds the limit, unless the 31 x 31 pixels around it are structurally alike
/// (mean SSIM of the channels at least 0.99, Wang et al. 2004) and neither picture is flat in the
/// 3 x 3 pixels around it. False, with nothing done, when colours that matter may be
/// premultiplied.
func scanSSIM(_ pair: ScanPair, largestAllowed: Double, into tally: inout ScanTally) -> Bool {
  var survey = RowSurvey(pair)
  survey.look(at: 0..<pair.height)
  if pair.mayBePremultiplied, !survey.differing.isEmpty { return false }
  var windows: WindowStatistics?
  pair.forEachDifferentColor(in: survey) { x, y, first, second in
    let difference = cie94(first, second)
    guard difference > largestAllowed else { return }
    if !isFlat(pair, pair.first, x, y), !isFlat(pair, pair.second, x, y) {
      var statistics = windows ?? WindowStatistics(pair: pair)
      windows = nil
      statistics.advance(to: y)
      let alike = statistics.similarity(around: x) >= 0.99
      windows = statistics
      if alike {
        tally.antialiased += 1
        pair.noteAntialiased(x: x, y: y)
        return
      }
    }
    tally.count(x: x, y: y, strength: difference)
    pair.note(x: x, y: y, strength: difference)
  }
  return true
}

/// Whether the 3 x 3 pixels around are one colour, the pattern around the picture among them.
private func isFlat(_ pair: ScanPair, _ picture: PixelRows, _ x: Int, _ y: Int) -> Bool {
  let centre = pair.padded(picture, x, y)
  for line in y - 1...y + 1 {
    for column in x - 1...x + 1 where pair.padded(picture, column, line) != centre {
      return false
    }
  }
  return true
}

extension ScanPair {
  /// A pixel over white; around the picture lies a checkerboard of magenta and green.
  @inline(__always)
  func padded(_ picture: PixelRows, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    if x >= 0, y >= 0, x < width, y < height { return overWhite(picture.row(y)[x]) }
    return (x + y) & 1 == 0 ? SIMD4(255, 0, 255, 255) : SIMD4(0, 255, 0, 255)
  }
}
