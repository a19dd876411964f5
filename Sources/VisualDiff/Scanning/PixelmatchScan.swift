/// Counts the same pixels as pixelmatch 7.2.
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

  /// The columns of a row that may differ, in increasing order.
  private let columns: UnsafeMutablePointer<Int32>
  /// The squared distances in single precision, or 0 if not all pixels are opaque.
  private let distances: UnsafeMutablePointer<Float>
  /// The decision for each candidate: `open`, `AntialiasingKernel.isAntialiased`, or any other
  /// value for a pixel that is not anti-aliased.
  private let decisions: UnsafeMutablePointer<UInt8>
  /// Scratch memory: the indices of undecided candidates.
  private let queue: UnsafeMutablePointer<Int32>
  /// The decision for a pixel that was not tested by a kernel.
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
    // The loops write one element past the end.
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

  /// Counts the differing pixels. Returns false, with incomplete counts, if the colors of
  /// translucent pixels matter but may be premultiplied.
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

  /// The number of rows that are compared before their differences are measured. 16 rows of two
  /// pictures with a width of 4096 pixels use half a megabyte, a common size of second-level
  /// caches.
  private static let band = 16

  /// Finds the candidates in row `y`, the `index`th differing row. Returns their number.
  private func findCandidates(_ index: Int, _ y: Int) -> Int {
    if changed.isOpaque {
      let start = index * changed.chunksPerRow
      return filter.find(
        pair.first.pixels(ofRow: y), pair.second.pixels(ofRow: y), width: pair.width,
        blocks: changed.blocks[start..<start + changed.chunksPerRow], distances: distances,
        into: columns)
    }
    for x in 0..<pair.width {
      columns[x] = Int32(truncatingIfNeeded: x)
      distances[x] = 0
    }
    return pair.width
  }

  /// Decides the candidates of a row in which many pixels differ. Those that need the scalar test
  /// stay `open`.
  private mutating func testAntialiasing(_ count: Int, _ y: Int) {
    for index in 0..<count { decisions[index] = Self.open }
    let isDense = changed.isOpaque && count * 128 > pair.width
    if includesAntialiasing || !isDense { return }
    // Columns near the edges need the scalar test.
    var start = 0
    var end = count
    while start < end, columns[start] < 2 { start += 1 }
    while start < end, columns[end - 1] > pair.width - 3 { end -= 1 }
    let tested = UnsafeBufferPointer(start: columns + start, count: end - start)
    let queue = queue
    let decisions = decisions + start
    flatRows.prepare(around: y, columns: tested)
    flatRows.withRows(around: y) { $0?.classify(tested, queue: queue, into: decisions) }
  }

  private mutating func countDifferences(
    _ count: Int, _ y: Int, into counts: inout DifferenceCounts
  ) {
    let first = pair.first.pixels(ofRow: y)
    let second = pair.second.pixels(ofRow: y)
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
      // The exact distance is required for the map, and if it may be the largest.
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
