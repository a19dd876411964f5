/// Counts what pixelmatch 7.2 counts.
func scanPixelmatch(_ pair: ScanPair, _ options: PixelmatchOptions, into tally: inout ScanTally) {
  let delta = YIQDelta(blendsOverPattern: options.blendsOverPattern)
  let test = AntialiasingTest(pair: pair, delta: delta)
  let limit = options.largestAllowedDelta
  var strongest = 0.0
  for y in 0..<pair.height {
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    if areEqual(first, second, pair.width) { continue }
    let mask = pair.maskRow(y)
    for x in 0..<pair.width where first[x] != second[x] {
      if let mask, mask[x] != 0 { continue }
      let squared = delta.squaredDistance(
        first[x], second[x], position: y * pair.width + x)
      guard squared > limit else { continue }
      if !options.includesAntialiasing, test.passes(x: x, y: y) {
        tally.antialiased += 1
        pair.noteAntialiased(x: x, y: y)
      } else {
        tally.countRun(from: x, through: x, y: y, pixels: 1)
        strongest = max(strongest, squared)
        if pair.map != nil {
          pair.note(x: x, y: y, strength: (squared / 35215).squareRoot())
        }
      }
    }
  }
  tally.strongest = max(tally.strongest, (strongest / 35215).squareRoot())
}
