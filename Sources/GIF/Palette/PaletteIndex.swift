// Unsafe memory: both classes own a plain allocation that is read for every pixel.

/// Finds the entries of a palette near a colour: a grid of cells, each with its nearest entries,
/// filled on first use.
final class PaletteIndex {
  private static let cell: Float = 8
  private static let (rows, columns, layers) = (36, 26, 28)

  let yuvColors: [YUVColor]
  let perCell: Int
  private let entries: UnsafeMutablePointer<UInt8>
  private let filled: UnsafeMutablePointer<Bool>

  /// A cell lists at most `perCell` entries.
  init(yuvColors: [YUVColor], perCell: Int) {
    self.yuvColors = yuvColors
    self.perCell = min(perCell, yuvColors.count)
    let cells = Self.rows * Self.columns * Self.layers
    entries = .allocate(capacity: cells * max(1, self.perCell))
    filled = .allocate(capacity: cells)
    filled.initialize(repeating: false, count: cells)
  }

  deinit {
    entries.deallocate()
    filled.deallocate()
  }

  /// `perCell` indices, nearest to the cell's middle first.
  @inline(__always)
  func candidates(near color: YUVColor) -> UnsafePointer<UInt8> {
    func clamped(_ value: Float, _ limit: Int) -> Int {
      Int(max(0, min(Float(limit - 1), value)))
    }
    let row = clamped((color.y + 16) / Self.cell, Self.rows)
    let column = clamped((color.u + 104) / Self.cell, Self.columns)
    let layer = clamped((color.v + 112) / Self.cell, Self.layers)
    let index = (row * Self.columns + column) * Self.layers + layer
    if !filled[index] { fill(index, row, column, layer) }
    return UnsafePointer(entries + index * perCell)
  }

  /// The entry nearest to `color` among the candidates, and its squared distance.
  func nearest(to color: YUVColor) -> (entry: Int, distance: Float) {
    nearest(to: color, in: yuvColors)
  }

  /// The same where the entries have moved a little since the index was made.
  @inline(__always)
  func nearest(to color: YUVColor, in yuvColors: [YUVColor]) -> (entry: Int, distance: Float) {
    let list = candidates(near: color)
    var entry = 0
    var least = Float.infinity
    for place in 0..<perCell {
      let distance = color.squaredDistance(to: yuvColors[Int(list[place])])
      if distance < least {
        least = distance
        entry = Int(list[place])
      }
    }
    return (entry, least)
  }

  /// The weighted squared distances of `entries` from the nearest of the palette, summed.
  func error(of entries: [ColorHistogram.Entry]) -> Float {
    entries.reduce(0) { $0 + $1.weight * nearest(to: $1.color).distance }
  }

  @inline(never)
  private func fill(_ index: Int, _ row: Int, _ column: Int, _ layer: Int) {
    let middle = YUVColor(
      y: (Float(row) + 0.5) * Self.cell - 16, u: (Float(column) + 0.5) * Self.cell - 104,
      v: (Float(layer) + 0.5) * Self.cell - 112)
    let list = entries + index * perCell
    var distances = [Float](repeating: .infinity, count: perCell)
    var count = 0
    for (entry, color) in yuvColors.enumerated() {
      let distance = color.squaredDistance(to: middle)
      if count == perCell, distance >= distances[count - 1] { continue }
      if count < perCell { count += 1 }
      var place = count - 1
      while place > 0, distances[place - 1] > distance {
        distances[place] = distances[place - 1]
        list[place] = list[place - 1]
        place -= 1
      }
      distances[place] = distance
      list[place] = UInt8(truncatingIfNeeded: entry)
    }
    filled[index] = true
  }
}

/// Maps colours to the nearest entry of a table by a cube of 64 x 64 x 64 cells, filled on first
/// use. Colours of the table map to themselves.
final class ColorCube {
  private static let unknown: UInt16 = 0xFFFF

  private let index: PaletteIndex
  private let cells: UnsafeMutablePointer<UInt16>

  init(table: ColorTable) {
    index = PaletteIndex(yuvColors: table.yuvColors, perCell: 8)
    cells = .allocate(capacity: 1 << 18)
    cells.initialize(repeating: Self.unknown, count: 1 << 18)
    for (entry, color) in table.colors.enumerated().reversed() {
      cells[Self.key(color)] = UInt16(entry)
    }
  }

  deinit { cells.deallocate() }

  @inline(__always)
  private static func key(_ color: UInt32) -> Int {
    Int((color >> 18) & 63) << 12 | Int((color >> 10) & 63) << 6 | Int((color >> 2) & 63)
  }

  /// The index for 0xRRGGBB.
  @inline(__always)
  func entry(for color: UInt32) -> Int {
    let key = Self.key(color)
    let known = cells[key]
    if known != Self.unknown { return Int(known) }
    return find(key)
  }

  @inline(never)
  private func find(_ key: Int) -> Int {
    let cell = UInt32(truncatingIfNeeded: key)
    let red = (cell >> 12) << 18
    let green = ((cell >> 6) & 63) << 10
    let blue = (cell & 63) << 2
    let middle = red | green | blue | 0x020202
    let entry = index.nearest(to: YUVColor(rgb: middle)).entry
    cells[key] = UInt16(entry)
    return entry
  }
}
