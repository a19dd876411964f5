/// Counts the pixels whose colours over white are further apart than the limit. False, with
/// nothing done, when colours that matter may be premultiplied.
func scanCIEDE2000(_ pair: ScanPair, largestAllowed: Double, into tally: inout ScanTally) -> Bool {
  var survey = RowSurvey(pair)
  survey.look(at: 0..<pair.height)
  if pair.mayBePremultiplied, !survey.isOpaque { return false }
  scanColors(pair, survey, into: &tally) { first, second in
    let difference = ciede2000(first, second)
    return difference > largestAllowed ? difference : nil
  }
  return true
}

/// Visits the pixels whose bytes differ; counts those for which `judge` has a strength.
private func scanColors(
  _ pair: ScanPair, _ survey: RowSurvey, into tally: inout ScanTally,
  judge: (LabColor, LabColor) -> Double?
) {
  for y in survey.differing {
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    let mask = pair.maskRow(y)
    for x in 0..<pair.width where first[x] != second[x] {
      if let mask, mask[x] != 0 { continue }
      let left = overWhite(first[x])
      let right = overWhite(second[x])
      if left == right { continue }
      guard let strength = judge(LabColor(left), LabColor(right)) else { continue }
      tally.count(x: x, y: y, strength: strength)
      pair.note(x: x, y: y, strength: strength)
    }
  }
}

extension LabColor {
  /// An sRGB pixel.
  init(_ pixel: SIMD4<UInt8>) { self.init(red: pixel.x, green: pixel.y, blue: pixel.z) }
}
