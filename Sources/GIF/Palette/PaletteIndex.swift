import PortableMath

// Unsafe memory: both classes own plain allocations that are read for every pixel.

/// Finds the palette entries near a color. A lazily filled grid whose cells list their nearest
/// entries.
final class PaletteIndex {
  private static let cell: Float = 8
  /// The number of cells along luma, blue-yellow and red-green, and the origin of the grid. It
  /// covers all colors plus some error. Colors outside use the cells at the border.
  private static let rows = 36
  private static let columns = 30
  private static let layers = 18
  private static var origin: SIMD4<Float> { SIMD4(-16, -88, -56, 0) }

  /// Four entries of a cell.
  struct EntryBlock {
    var colors = FourColors.none
    var entries = SIMD4<Int32>.zero

    /// Creates a block of up to four entries. Unused lanes are infinitely far away.
    init(_ numbers: some Collection<Int>, of palette: [XYBColor]) {
      for (lane, number) in numbers.enumerated() {
        colors[lane] = palette[number]
        entries[lane] = Int32(truncatingIfNeeded: number)
      }
    }
  }

  /// A candidate entry while a cell is filled.
  private struct Near {
    var distance: Float
    var entry: Int
  }

  private(set) var xybColors: [XYBColor]
  let blocksPerCell: Int
  /// The palette in blocks of four, sorted by luma.
  private var byLuma: [EntryBlock] = []
  /// The index of each cell among the filled cells, or -1 if it is empty.
  private let numbers: UnsafeMutablePointer<Int16>
  private var blocks: UnsafeMutablePointer<EntryBlock>
  private var filledCount = 0
  /// The nearest entries found up to now while a cell is filled, nearest first.
  private let nearest: UnsafeMutablePointer<Near>
  /// The number of cells for which `blocks` has space.
  private var capacity = 512

  /// Creates an index whose cells list `perCell` entries, rounded up to a multiple of four, or all
  /// entries if there are fewer.
  init(xybColors: [XYBColor], perCell: Int) {
    self.xybColors = xybColors
    blocksPerCell = (min(perCell, max(1, xybColors.count)) + 3) / 4
    let cells = Self.rows * Self.columns * Self.layers
    numbers = .allocate(capacity: cells)
    numbers.initialize(repeating: -1, count: cells)
    blocks = .allocate(capacity: capacity * blocksPerCell)
    nearest = .allocate(capacity: blocksPerCell * 4)
    sortByLuma()
  }

  convenience init(_ table: ColorTable, _ tuning: GIFTuning) {
    self.init(xybColors: table.xybColors, perCell: tuning.candidates)
  }

  deinit {
    numbers.deallocate()
    nearest.deallocate()
    blocks.deallocate()
  }

  /// Returns `blocksPerCell` blocks of entries, sorted approximately by distance from the center of
  /// the cell that contains an `XYBColor.vector`. Unused lanes are infinitely far away. Valid until
  /// the next call.
  @inline(__always)
  func candidates(near color: SIMD4<Float>) -> UnsafePointer<EntryBlock> {
    // Adding 2^23 rounds a number to an integer that is then in the low bits of the mantissa.
    var scaled = (color - Self.origin) * inAllLanes(1 / Self.cell) - inAllLanes(0.5)
    let last = SIMD4(Float(Self.rows - 1), Float(Self.columns - 1), Float(Self.layers - 1), 0)
    scaled.replace(with: SIMD4<Float>.zero, where: scaled .< SIMD4<Float>.zero)
    scaled.replace(with: last, where: scaled .> last)
    let coordinates = unsafeBitCast(scaled + inAllLanes(0x1p23), to: SIMD4<UInt32>.self) & 0x7F_FFFF
    let cell =
      (Int(coordinates[0]) &* Self.columns &+ Int(coordinates[1])) &* Self.layers
      &+ Int(coordinates[2])
    if numbers[cell] < 0 { findCandidates(ofCell: cell, SIMD4<Float>(coordinates)) }
    return UnsafePointer(blocks + Int(numbers[cell]) &* blocksPerCell)
  }

  /// Returns the candidate nearest to an `XYBColor.vector`. If distances differ by less than about
  /// one part in 65,000, any of the entries may be returned.
  @inline(__always)
  func nearest(to color: SIMD4<Float>) -> Int {
    let list = candidates(near: color)
    var nearestKeys = inAllLanes(.infinity)
    for block in 0..<blocksPerCell {
      // The lowest eight bits of the distance are replaced with the entry.
      let distances = list[block].colors.squaredDistances(to: color)
      let keys = unsafeBitCast(
        unsafeBitCast(distances, to: SIMD4<Int32>.self) & ~0xFF | list[block].entries,
        to: SIMD4<Float>.self)
      nearestKeys.replace(with: keys, where: keys .< nearestKeys)
    }
    let half = nearestKeys.lowHalf
    let other = nearestKeys.highHalf
    let pair = half.replacing(with: other, where: other .< half)
    let key = pair[1] < pair[0] ? pair[1] : pair[0]
    return Int(key.bitPattern & 0xFF)
  }

  /// Returns the fraction of the squared distance between `color` and its nearest entry `nearest`
  /// that remains after mixing `nearest` with the best other candidate, 0...1.
  @inline(__always)
  func unmixablePart(of color: SIMD4<Float>, nearest: Int) -> Float {
    let list = candidates(near: color)
    let origin = xybColors[nearest]
    let error = color - origin.vector
    let square = error.squaredDistance(to: .zero)
    guard square > 0 else { return 0 }
    var removed = SIMD4<Float>.zero
    for block in 0..<blocksPerCell {
      let colors = list[block].colors
      let dy = colors.y - origin.y
      let db = colors.b - origin.b
      let dx = colors.x - origin.x
      let product = dy * error[0] + db * error[1] + dx * error[2]
      // The result is not a number for the entry itself and for unused lanes, so their comparisons
      // are false.
      let removedHere = product * product / (dy * dy + db * db + dx * dx)
      removed.replace(with: removedHere, where: (product .> .zero) .& (removedHere .> removed))
    }
    let pair = removed.lowHalf.replacing(
      with: removed.highHalf, where: removed.highHalf .> removed.lowHalf)
    return max(0, 1 - max(pair[0], pair[1]) / square)
  }

  /// Moves the entries to slightly different colors. The cells keep their lists.
  func move(to xybColors: [XYBColor]) {
    self.xybColors = xybColors
    sortByLuma()
    for block in 0..<filledCount * blocksPerCell {
      for lane in 0..<4 where blocks[block].colors.y[lane] < .infinity {
        blocks[block].colors[lane] = xybColors[Int(blocks[block].entries[lane])]
      }
    }
  }

  private func sortByLuma() {
    let order = xybColors.indices.sorted { (xybColors[$0].y, $0) < (xybColors[$1].y, $1) }
    byLuma = stride(from: 0, to: order.count, by: 4).map { start in
      EntryBlock(order[start..<min(start + 4, order.count)], of: xybColors)
    }
  }

  /// Returns the sum of the weighted squared distances between `entries` and the palette. Stops
  /// early when the sum exceeds `limit`.
  func error(of entries: [ColorHistogram.Entry], limit: Float = .infinity) -> Float {
    var sum: Float = 0
    for entry in entries where sum <= limit {
      let nearest = xybColors[nearest(to: entry.color.vector)]
      sum += entry.weight * entry.color.squaredDistance(to: nearest)
    }
    return sum
  }

  @inline(never)
  private func findCandidates(ofCell cell: Int, _ coordinates: SIMD4<Float>) {
    let middle = XYBColor((coordinates + 0.5) * Self.cell + Self.origin)
    if filledCount == capacity { grow() }
    let list = blocks + filledCount * blocksPerCell
    nearest.update(repeating: Near(distance: .infinity, entry: 0), count: blocksPerCell * 4)
    byLuma.withUnsafeBufferPointer { findNearest(to: middle, in: $0) }
    for block in 0..<blocksPerCell {
      // Unused elements have an infinite distance and are last.
      let found = UnsafeBufferPointer(start: nearest + block * 4, count: 4)
        .prefix { $0.distance < .infinity }
      (list + block).initialize(to: EntryBlock(found.lazy.map(\.entry), of: xybColors))
    }
    numbers[cell] = Int16(truncatingIfNeeded: filledCount)
    filledCount += 1
  }

  /// Fills `nearest` with the entries nearest to `middle`. Searches up and down from its luma until
  /// the difference in luma alone is too large.
  private func findNearest(to middle: XYBColor, in byLuma: UnsafeBufferPointer<EntryBlock>) {
    var above = 0
    while above < byLuma.count, byLuma[above].colors.y[3] < middle.y { above += 1 }
    var below = above - 1
    while true {
      let last = nearest[blocksPerCell * 4 - 1].distance
      let up = above < byLuma.count ? max(0, byLuma[above].colors.y[0] - middle.y) : .infinity
      let down = below >= 0 ? middle.y - byLuma[below].colors.y[3] : .infinity
      let isUp = up <= down
      let gap = isUp ? up : down
      guard gap < .infinity, gap * gap < last else { return }
      let block = isUp ? above : below
      if isUp { above += 1 } else { below -= 1 }
      let distances = byLuma[block].colors.squaredDistances(to: middle.vector)
      var lanes = (distances .< inAllLanes(last)).lanes
      while !lanes.isEmpty {
        let lane = lanes.removeOne()
        insert(Near(distance: distances[lane], entry: Int(byLuma[block].entries[lane])))
      }
    }
  }

  /// Inserts an entry by distance and drops the last one.
  private func insert(_ entry: Near) {
    var index = blocksPerCell * 4 - 1
    guard entry.distance < nearest[index].distance else { return }
    while index > 0, nearest[index - 1].distance > entry.distance {
      nearest[index] = nearest[index - 1]
      index -= 1
    }
    nearest[index] = entry
  }

  private func grow() {
    let larger = UnsafeMutablePointer<EntryBlock>.allocate(capacity: 2 * capacity * blocksPerCell)
    larger.moveInitialize(from: blocks, count: capacity * blocksPerCell)
    blocks.deallocate()
    blocks = larger
    capacity *= 2
  }
}

/// Maps the colors in the written rectangles of some frames to the nearest entry of a table, with a
/// cube of 64 x 64 x 64 cells. Colors of the table map to themselves.
final class ColorCube: @unchecked Sendable {
  private static let unknown: UInt16 = 0xFFFF

  /// Immutable after initialization, so several threads may read it.
  private let cells: UnsafeMutablePointer<UInt16>

  init(table: ColorTable, for updates: [FrameUpdate]) {
    cells = .allocate(capacity: 1 << 18)
    cells.initialize(repeating: Self.unknown, count: 1 << 18)
    for (entry, color) in table.colors.enumerated().reversed() {
      cells[colorCell(of: color)] = UInt16(entry)
    }
    let index = PaletteIndex(xybColors: table.xybColors, perCell: 8)
    for update in updates {
      update.source.pixels.withUnsafeBufferPointer { pixels in
        for row in update.rows() {
          for pixel in row {
            let cell = colorCell(of: pixels[pixel])
            if cells[cell] != Self.unknown { continue }
            cells[cell] = UInt16(index.nearest(to: Self.middle(of: cell)))
          }
        }
      }
    }
  }

  deinit { cells.deallocate() }

  /// Returns the index for a 0xRRGGBB color.
  func entry(for color: UInt32) -> Int { Int(cells[colorCell(of: color)]) }

  private static func middle(of cell: Int) -> SIMD4<Float> {
    let (red, green, blue) = ((cell >> 12) << 18, ((cell >> 6) & 63) << 10, (cell & 63) << 2)
    return XYBColor(rgb: UInt32(red | green | blue | 0x020202)).vector
  }
}
