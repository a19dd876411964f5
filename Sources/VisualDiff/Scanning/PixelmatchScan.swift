/// Counts what pixelmatch 7.2 counts.
struct PixelmatchScan {
  private let pair: ScanPair
  private let delta: YIQDelta
  private let test: AntialiasingTest
  private let filter: YIQCandidates
  private let limit: Double
  private let includesAntialiasing: Bool
  private var strongest = 0.0
  private var survey: RowSurvey
  private var flatRows: FlatRows

  /// Of a pair that outlives the scan.
  init(_ pair: ScanPair, _ options: PixelmatchOptions) {
    self.pair = pair
    delta = YIQDelta(blendsOverPattern: options.blendsOverPattern)
    test = AntialiasingTest(pair: pair, delta: delta)
    limit = options.largestAllowedDelta
    filter = YIQCandidates(limit: limit)
    includesAntialiasing = options.includesAntialiasing
    survey = RowSurvey(pair)
    flatRows = FlatRows(pair: pair)
  }

  /// Adds everything that differs. False, with some of it done, when colours that matter may be
  /// premultiplied.
  mutating func run(into tally: inout ScanTally) -> Bool {
    let row = CandidateRow(capacity: pair.width)
    defer { row.deallocate() }
    for y in stride(from: 0, to: pair.height, by: PixelmatchScan.band) {
      survey.look(at: y..<min(pair.height, y + PixelmatchScan.band))
      if pair.mayBePremultiplied, !survey.isOpaque { return false }
      for (index, y) in survey.differing.enumerated() {
        let count = findCandidates(row, index, y)
        if count == 0 { continue }
        testAntialiasing(row, count, y)
        judge(row, count, y, into: &tally)
      }
    }
    tally.strongest = max(tally.strongest, (strongest / 35215).squareRoot())
    return true
  }

  /// Rows that are looked through before what differs in them is judged: so few that two pictures'
  /// stay in a processor's cache of half a megabyte, up to 4096 pixels wide.
  private static let band = 16

  /// Finds the candidates of a row, the survey's `index`th; returns how many they are.
  private func findCandidates(_ row: CandidateRow, _ index: Int, _ y: Int) -> Int {
    if survey.isOpaque {
      let start = index * survey.chunksPerRow
      return filter.find(
        pair.first.row(y), pair.second.row(y), width: pair.width,
        blocks: survey.blocks[start..<start + survey.chunksPerRow], distances: row.distances,
        into: row.columns)
    }
    for x in 0..<pair.width {
      row.columns[x] = Int32(truncatingIfNeeded: x)
      row.distances[x] = 0
    }
    return pair.width
  }

  /// Writes the verdicts of a row, where looking at the whole row pays; `CandidateRow.open` for
  /// the others.
  private mutating func testAntialiasing(_ row: CandidateRow, _ count: Int, _ y: Int) {
    for index in 0..<count { row.verdicts[index] = CandidateRow.open }
    let isDense = survey.isOpaque && count * 128 > pair.width
    if includesAntialiasing || !isDense { return }
    // Near the edges the plain test decides.
    var start = 0
    var end = count
    while start < end, row.columns[start] < 2 { start += 1 }
    while start < end, row.columns[end - 1] > pair.width - 3 { end -= 1 }
    let columns = UnsafeBufferPointer(start: row.columns + start, count: end - start)
    flatRows.prepare(around: y, columns: columns)
    flatRows.withRows(around: y) { rows in
      rows?.judge(columns, queue: row.queue, into: row.verdicts + start)
    }
  }

  private mutating func judge(
    _ row: CandidateRow, _ count: Int, _ y: Int, into tally: inout ScanTally
  ) {
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    let mask = pair.maskRow(y)
    for index in 0..<count {
      let x = Int(row.columns[index])
      let position = y * pair.width + x
      let distance = row.distances[index]
      if let mask, mask[x] != 0 { continue }
      if !filter.isCertain(distance) {
        if first[x] == second[x] { continue }
        guard delta.squaredDistance(first[x], second[x], position: position) > limit else {
          continue
        }
      }
      let verdict = row.verdicts[index]
      if verdict == Neighbourhood.passes
        || (verdict == CandidateRow.open && !includesAntialiasing && test.passes(x: x, y: y))
      {
        tally.antialiased += 1
        pair.noteAntialiased(x: x, y: y)
        continue
      }
      tally.countRun(from: x, through: x, y: y, pixels: 1)
      // The exact distance matters where it is drawn, and where it may be the largest.
      let mayBeStrongest =
        !survey.isOpaque || Double(distance) + YIQCandidates.largestError > strongest
      if mayBeStrongest || pair.map != nil {
        let squared = delta.squaredDistance(first[x], second[x], position: position)
        strongest = max(strongest, squared)
        if pair.map != nil { pair.note(x: x, y: y, strength: (squared / 35215).squareRoot()) }
      }
    }
  }
}
