/// Counts the pixels whose colours over white are further apart than the limit. False, with
/// nothing done, when colours that matter may be premultiplied.
func scanCIEDE2000(_ pair: ScanPair, largestAllowed: Double, into tally: inout ScanTally) -> Bool {
  var survey = RowSurvey(pair)
  survey.look(at: 0..<pair.height)
  if pair.mayBePremultiplied, !survey.isOpaque { return false }
  pair.forEachDifferentColor(in: survey) { x, y, first, second in
    let difference = ciede2000(first, second)
    guard difference > largestAllowed else { return }
    tally.count(x: x, y: y, strength: difference)
    pair.note(x: x, y: y, strength: difference)
  }
  return true
}
