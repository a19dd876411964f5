import PortableMath

// Unsafe memory: both classes own plain allocations that are read for every pixel.

/// Finds the entries of a palette near a colour: a grid of cells, each with its nearest entries,
/// filled on first use.
final class PaletteIndex {
  private static let cell: Float = 8
  /// Cells along luma, blue-yellow and red-green, and where the first ones begin: room for every colour and
  /// some error; what lies outside is looked up at the border.
  private static let rows = 36
  private static let columns = 30
  private static let layers = 18
  private static var origin: SIMD4<Float> { SIMD4(-16, -88, -56, 0) }

  /// Four entries of a cell.
  struct Four {
    var colors = FourColors.none
    var entries = SIMD4<Int32>.zero

    /// Up to four entries; lanes that are left over are infinitely far.
    init(_ numbers: some Collection<Int>, of palette: [XYBColor]) {
      for (lane, number) in numbers.enumerated() {
        colors[lane] = palette[number]
        entries[lane] = Int32(truncatingIfNeeded: number)
      }
    }
  }

  /// An entry while a cell is filled.
  private struct Near {
    var distance: Float
    var entry: Int
  }

  private(set) var xybColors: [XYBColor]
  let foursPerCell: Int
  /// The palette by luma, and the entry of each of its lanes.
  private var byLuma: [Four] = []
  /// The number of each cell among those that are filled; -1 where it is not.
  private let numbers: UnsafeMutablePointer<Int16>
  private var fours: UnsafeMutablePointer<Four>
  private var filledCount = 0
  /// The nearest entries that were found while a cell is filled, nearest first.
  private let nearest: UnsafeMutablePointer<Near>
  /// Cells that `fours` has room for.
  private var capacity = 512

  /// A cell lists `perCell` entries, rounded up to fours, or all where there are fewer.
  init(xybColors: [XYBColor], perCell: Int) {
    self.xybColors = xybColors
    foursPerCell = (min(perCell, max(1, xybColors.count)) + 3) / 4
    let cells = Self.rows * Self.columns * Self.layers
    numbers = .allocate(capacity: cells)
    numbers.initialize(repeating: -1, count: cells)
    fours = .allocate(capacity: capacity * foursPerCell)
    nearest = .allocate(capacity: foursPerCell * 4)
    sortByLuma()
  }

  convenience init(_ table: ColorTable, _ tuning: GIFTuning) {
    self.init(xybColors: table.xybColors, perCell: tuning.candidates)
  }

  deinit {
    numbers.deallocate()
    nearest.deallocate()
    fours.deallocate()
  }

  /// `foursPerCell` times four entries, about nearest first to the middle of the cell of an
  /// `XYBColor.vector`; lanes that are left over are infinitely far. Valid until the next call.
  @inline(__always)
  func candidates(near color: SIMD4<Float>) -> UnsafePointer<Four> {
    // Added to 2 to the power of 23 a number is rounded to a whole one, which the last bits show.
    var scaled = (color - Self.origin) * inAllLanes(1 / Self.cell) - inAllLanes(0.5)
    let last = SIMD4(Float(Self.rows - 1), Float(Self.columns - 1), Float(Self.layers - 1), 0)
    scaled.replace(with: SIMD4<Float>.zero, where: scaled .< SIMD4<Float>.zero)
    scaled.replace(with: last, where: scaled .> last)
    let place = unsafeBitCast(scaled + inAllLanes(0x1p23), to: SIMD4<UInt32>.self) & 0x7F_FFFF
    let cell = (Int(place[0]) &* Self.columns &+ Int(place[1])) &* Self.layers &+ Int(place[2])
    if numbers[cell] < 0 { fill(cell, SIMD4<Float>(place)) }
    return UnsafePointer(fours + Int(numbers[cell]) &* foursPerCell)
  }

  /// The entry nearest to an `XYBColor.vector` among the candidates; of entries that are equally far but
  /// for a 65,000th any.
  @inline(__always)
  func nearest(to color: SIMD4<Float>) -> Int {
    let list = candidates(near: color)
    var least = inAllLanes(.infinity)
    for place in 0..<foursPerCell {
      // The last eight bits of the distance give way to the entry.
      let distances = list[place].colors.squaredDistances(to: color)
      let keys = unsafeBitCast(
        unsafeBitCast(distances, to: SIMD4<Int32>.self) & ~0xFF | list[place].entries,
        to: SIMD4<Float>.self)
      least.replace(with: keys, where: keys .< least)
    }
    let half = least.lowHalf
    let other = least.highHalf
    let pair = half.replacing(with: other, where: other .< half)
    let key = pair[1] < pair[0] ? pair[1] : pair[0]
    return Int(key.bitPattern & 0xFF)
  }

  /// The part of the squared distance of `color` from entry `nearest`, the nearest one, that no mixture
  /// of that one and another candidate removes, 0...1.
  @inline(__always)
  func unmixablePart(of color: SIMD4<Float>, nearest: Int) -> Float {
    let list = candidates(near: color)
    let origin = xybColors[nearest]
    let error = color - origin.vector
    let square = error.squaredDistance(to: .zero)
    guard square > 0 else { return 0 }
    var removed = SIMD4<Float>.zero
    for place in 0..<foursPerCell {
      let colors = list[place].colors
      let dy = colors.y - origin.y
      let db = colors.b - origin.b
      let dx = colors.x - origin.x
      let product = dy * error[0] + db * error[1] + dx * error[2]
      // Not a number for the entry itself and for lanes that are left over: no comparison holds.
      let removedHere = product * product / (dy * dy + db * db + dx * dx)
      removed.replace(with: removedHere, where: (product .> .zero) .& (removedHere .> removed))
    }
    let pair = removed.lowHalf.replacing(
      with: removed.highHalf, where: removed.highHalf .> removed.lowHalf)
    return max(0, 1 - max(pair[0], pair[1]) / square)
  }

  /// Moves the entries to other colours a little off; cells keep what they list.
  func move(to xybColors: [XYBColor]) {
    self.xybColors = xybColors
    sortByLuma()
    for place in 0..<filledCount * foursPerCell {
      for lane in 0..<4 where fours[place].colors.y[lane] < .infinity {
        fours[place].colors[lane] = xybColors[Int(fours[place].entries[lane])]
      }
    }
  }

  private func sortByLuma() {
    let order = xybColors.indices.sorted { (xybColors[$0].y, $0) < (xybColors[$1].y, $1) }
    byLuma = stride(from: 0, to: order.count, by: 4).map { start in
      Four(order[start..<min(start + 4, order.count)], of: xybColors)
    }
  }

  /// The weighted squared distances of `entries` from the nearest of the palette, summed for as long as the
  /// sum is within `most`.
  func error(of entries: [ColorHistogram.Entry], most: Float = .infinity) -> Float {
    var sum: Float = 0
    for entry in entries where sum <= most {
      let nearest = xybColors[nearest(to: entry.color.vector)]
      sum += entry.weight * entry.color.squaredDistance(to: nearest)
    }
    return sum
  }

  @inline(never)
  private func fill(_ cell: Int, _ place: SIMD4<Float>) {
    let middle = XYBColor((place + 0.5) * Self.cell + Self.origin)
    if filledCount == capacity { grow() }
    let list = fours + filledCount * foursPerCell
    nearest.update(repeating: Near(distance: .infinity, entry: 0), count: foursPerCell * 4)
    byLuma.withUnsafeBufferPointer { findNearest(to: middle, in: $0) }
    for place in 0..<foursPerCell {
      // Nearest first: those that were not found are the last ones.
      let found = UnsafeBufferPointer(start: nearest + place * 4, count: 4)
        .prefix { $0.distance < .infinity }
      (list + place).initialize(to: Four(found.lazy.map(\.entry), of: xybColors))
    }
    numbers[cell] = Int16(truncatingIfNeeded: filledCount)
    filledCount += 1
  }

  /// Leaves the entries nearest to `middle` in `nearest`: looks from its luma up and down for as long as
  /// the difference of luma alone is not too much.
  private func findNearest(to middle: XYBColor, in byLuma: UnsafeBufferPointer<Four>) {
    var above = 0
    while above < byLuma.count, byLuma[above].colors.y[3] < middle.y { above += 1 }
    var below = above - 1
    while true {
      let last = nearest[foursPerCell * 4 - 1].distance
      let up = above < byLuma.count ? max(0, byLuma[above].colors.y[0] - middle.y) : .infinity
      let down = below >= 0 ? middle.y - byLuma[below].colors.y[3] : .infinity
      let isUp = up <= down
      let gap = isUp ? up : down
      guard gap < .infinity, gap * gap < last else { return }
      let place = isUp ? above : below
      if isUp { above += 1 } else { below -= 1 }
      let distances = byLuma[place].colors.squaredDistances(to: middle.vector)
      var lanes = (distances .< inAllLanes(last)).lanes
      while !lanes.isEmpty {
        let lane = lanes.removeOne()
        insert(Near(distance: distances[lane], entry: Int(byLuma[place].entries[lane])))
      }
    }
  }

  /// Puts an entry before those of `nearest` that are farther; the last one falls out.
  private func insert(_ entry: Near) {
    var place = foursPerCell * 4 - 1
    guard entry.distance < nearest[place].distance else { return }
    while place > 0, nearest[place - 1].distance > entry.distance {
      nearest[place] = nearest[place - 1]
      place -= 1
    }
    nearest[place] = entry
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Four>.allocate(capacity: 2 * capacity * foursPerCell)
    larger.moveInitialize(from: fours, count: capacity * foursPerCell)
    fours.deallocate()
    fours = larger
    capacity *= 2
  }
}

/// Maps the colours of what is written of some frames to the nearest entry of a table by a cube of
/// 64 x 64 x 64 cells. Colours of the table map to themselves.
final class ColorCube: @unchecked Sendable {
  private static let unknown: UInt16 = 0xFFFF

  /// Not written to once it is made: several threads may read it.
  private let cells: UnsafeMutablePointer<UInt16>

  init(table: ColorTable, for places: [FramePlace]) {
    cells = .allocate(capacity: 1 << 18)
    cells.initialize(repeating: Self.unknown, count: 1 << 18)
    for (entry, color) in table.colors.enumerated().reversed() {
      cells[colorCell(of: color)] = UInt16(entry)
    }
    let index = PaletteIndex(xybColors: table.xybColors, perCell: 8)
    for place in places {
      place.source.pixels.withUnsafeBufferPointer { pixels in
        for row in place.rows() {
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

  /// The index for 0xRRGGBB.
  func entry(for color: UInt32) -> Int { Int(cells[colorCell(of: color)]) }

  private static func middle(of cell: Int) -> SIMD4<Float> {
    let (red, green, blue) = ((cell >> 12) << 18, ((cell >> 6) & 63) << 10, (cell & 63) << 2)
    return XYBColor(rgb: UInt32(red | green | blue | 0x020202)).vector
  }
}
