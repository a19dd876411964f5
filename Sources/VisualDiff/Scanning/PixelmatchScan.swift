/// Counts what pixelmatch 7.2 counts.
struct PixelmatchScan: ~Copyable {
  private let pair: ScanPair
  private let delta: YIQDistance
  private let test: AntialiasingTest
  private let filter: YIQPrefilter
  private let limit: Double
  private let includesAntialiasing: Bool
  private var strongest = 0.0
  private var changed: ChangedRows
  private var flatRows: FlatRows

  /// The pixels of one row that may differ, rising.
  private let columns: UnsafeMutablePointer<Int32>
  /// Squared distances in single precision; 0 where not all pixels are opaque.
  private let distances: UnsafeMutablePointer<Float>
  /// `open`, `AntialiasingKernel.isAntialiased`, or another value: not anti-aliasing.
  private let decisions: UnsafeMutablePointer<UInt8>
  /// Scratch: indices of candidates that are still undecided.
  private let queue: UnsafeMutablePointer<Int32>
  /// The decision on a pixel that no kernel has seen.
  private static let open = UInt8.max

  init(_ pair: ScanPair, _ options: PixelmatchOptions) {
    self.pair = pair
    delta = YIQDistance(blendsOverPattern: options.blendsOverPattern)
    test = AntialiasingTest(pair: pair, delta: delta)
    limit = options.largestAllowedDelta
    filter = YIQPrefilter(limit: limit)
    includesAntialiasing = options.includesAntialiasing
    changed = ChangedRows(pair)
    flatRows = FlatRows(pair: pair)
    // Room for one more, a scratch element.
    columns = .allocate(capacity: pair.width + 1)
    distances = .allocate(capacity: pair.width + 1)
    decisions = .allocate(capacity: pair.width + 1)
    queue = .allocate(capacity: pair.width + 1)
  }

  deinit {
    columns.deallocate()
    distances.deallocate()
    decisions.deallocate()
    queue.deallocate()
  }

  /// Counts what differs. False, with part of it counted, when a translucent colour that matters may
  /// be premultiplied.
  mutating func run(into counts: inout DifferenceCounts) -> Bool {
    for y in stride(from: 0, to: pair.height, by: PixelmatchScan.band) {
      changed.compare(y..<min(pair.height, y + PixelmatchScan.band))
      if pair.mayBePremultiplied, !changed.isOpaque { return false }
      for (index, y) in changed.differing.enumerated() {
        let count = findCandidates(index, y)
        if count == 0 { continue }
        testAntialiasing(count, y)
        countDifferences(count, y, into: &counts)
      }
    }
    counts.strongest = max(counts.strongest, (strongest / 35215).squareRoot())
    return true
  }

  /// Rows compared before their differences are measured. 16 rows of two pictures 4096 pixels wide
  /// fill half a megabyte, a usual second-level cache.
  private static let band = 16

  /// Finds the candidates of row `y`, the `index`th that differs; returns their number.
  private func findCandidates(_ index: Int, _ y: Int) -> Int {
    if changed.isOpaque {
      let start = index * changed.chunksPerRow
      return filter.find(
        pair.first.row(y), pair.second.row(y), width: pair.width,
        blocks: changed.blocks[start..<start + changed.chunksPerRow], distances: distances,
        into: columns)
    }
    for x in 0..<pair.width {
      columns[x] = Int32(truncatingIfNeeded: x)
      distances[x] = 0
    }
    return pair.width
  }

  /// Writes the decisions of a row in which many pixels differ; `open` where only the
  /// scalar test can decide.
  private mutating func testAntialiasing(_ count: Int, _ y: Int) {
    for index in 0..<count { decisions[index] = Self.open }
    let isDense = changed.isOpaque && count * 128 > pair.width
    if includesAntialiasing || !isDense { return }
    // The scalar test decides near the edges.
    var start = 0
    var end = count
    while start < end, columns[start] < 2 { start += 1 }
    while start < end, columns[end - 1] > pair.width - 3 { end -= 1 }
    let tested = UnsafeBufferPointer(start: columns + start, count: end - start)
    let (queue, decisions) = (queue, decisions + start)
    flatRows.prepare(around: y, columns: tested)
    flatRows.withRows(around: y) { $0?.classify(tested, queue: queue, into: decisions) }
  }

  private mutating func countDifferences(
    _ count: Int, _ y: Int, into counts: inout DifferenceCounts
  ) {
    let first = pair.first.row(y)
    let second = pair.second.row(y)
    let mask = pair.maskRow(y)
    for index in 0..<count {
      let x = Int(columns[index])
      let position = y * pair.width + x
      let distance = distances[index]
      if let mask, mask[x] != 0 { continue }
      if !filter.isCertain(distance) {
        if first[x] == second[x] { continue }
        guard delta.squaredDistance(first[x], second[x], position: position) > limit else {
          continue
        }
      }
      let decision = decisions[index]
      if decision == AntialiasingKernel.isAntialiased
        || (decision == Self.open && !includesAntialiasing && test.passes(x: x, y: y))
      {
        counts.antialiased += 1
        pair.noteAntialiased(x: x, y: y)
        continue
      }
      counts.countRun(from: x, through: x, y: y, pixels: 1)
      // The exact distance is needed for the map, and where it may be the largest.
      let mayBeStrongest =
        !changed.isOpaque || Double(distance) + YIQPrefilter.largestError > strongest
      if mayBeStrongest || pair.map != nil {
        let squared = delta.squaredDistance(first[x], second[x], position: position)
        strongest = max(strongest, squared)
        if pair.map != nil { pair.note(x: x, y: y, strength: (squared / 35215).squareRoot()) }
      }
    }
  }
}
