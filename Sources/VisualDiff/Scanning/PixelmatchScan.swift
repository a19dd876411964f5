/// Counts what pixelmatch 7.2 counts.
struct PixelmatchScan {
  private let pair: ScanPair
  private let delta: YIQDelta
  private let test: AntialiasingTest
  private let limit: Double
  private let includesAntialiasing: Bool
  private var strongest = 0.0
  private var flatRows: FlatRows

  /// Of a pair that outlives the scan.
  init(_ pair: ScanPair, _ options: PixelmatchOptions) {
    self.pair = pair
    delta = YIQDelta(blendsOverPattern: options.blendsOverPattern)
    test = AntialiasingTest(pair: pair, delta: delta)
    limit = options.largestAllowedDelta
    includesAntialiasing = options.includesAntialiasing
    flatRows = FlatRows(pair: pair)
  }

  /// Adds everything that differs.
  mutating func run(into tally: inout ScanTally) {
    let filter = YIQCandidates(limit: limit)
    let columns = UnsafeMutablePointer<Int32>.allocate(capacity: pair.width)
    let distances = UnsafeMutablePointer<Float>.allocate(capacity: YIQCandidates.block)
    defer {
      columns.deallocate()
      distances.deallocate()
    }
    for y in pair.survey.differing {
      let first = pair.first.row(y)
      let second = pair.second.row(y)
      let count: Int
      if pair.survey.isOpaque {
        count = filter.find(first, second, width: pair.width, distances: distances, into: columns)
      } else {
        for x in 0..<pair.width { columns[x] = Int32(truncatingIfNeeded: x) }
        count = pair.width
      }
      judge(UnsafeBufferPointer(start: columns, count: count), y, into: &tally)
    }
    tally.strongest = max(tally.strongest, (strongest / 35215).squareRoot())
  }

  private mutating func judge(
    _ columns: UnsafeBufferPointer<Int32>, _ y: Int, into tally: inout ScanTally
  ) {
    if columns.isEmpty { return }
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    let mask = pair.maskRow(y)
    // Looking at the whole row pays when much of it differs.
    let isDense =
      !includesAntialiasing && pair.survey.isOpaque && columns.count * 32 > pair.width
    if isDense { flatRows.prepare(around: y, columns: columns) }
    flatRows.withRows(around: isDense ? y : 0) { rows in
      for column in columns {
        let x = Int(column)
        if first[x] == second[x] { continue }
        if let mask, mask[x] != 0 { continue }
        let squared = delta.squaredDistance(first[x], second[x], position: y * pair.width + x)
        guard squared > limit else { continue }
        let isAntialiasing =
          !includesAntialiasing
          && (rows?.isAntialiasing(x: x) ?? test.passes(x: x, y: y))
        if isAntialiasing {
          tally.antialiased += 1
          pair.noteAntialiased(x: x, y: y)
        } else {
          tally.countRun(from: x, through: x, y: y, pixels: 1)
          strongest = max(strongest, squared)
          if pair.map != nil { pair.note(x: x, y: y, strength: (squared / 35215).squareRoot()) }
        }
      }
    }
  }
}
