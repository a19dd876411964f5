/// Builds the colours of a table: median cut, where the box of greatest variance is cut at its mean
/// until there are enough, then k-means.
struct PaletteBuilder {
  /// Colours that must be in the table as they are, 0xRRGGBB.
  var exact: [UInt32]
  /// Most colours in all, 1...256.
  var limit: Int
  /// Rounds of k-means.
  var rounds: Int

  private struct Box {
    var range: Range<Int>
    var weight: Float
    var mean: YUVColor
    /// Weighted squared distance from the mean along each axis.
    var spread: YUVColor

    var cost: Float { max(spread.y, max(spread.u, spread.v)) }
  }

  /// Distinct colours, the exact ones first, at least one.
  func colors(for entries: [ColorHistogram.Entry]) -> [UInt32] {
    var chosen: [UInt32] = []
    var seen: Set<UInt32> = []
    for color in exact where chosen.count < limit && seen.insert(color).inserted {
      chosen.append(color)
    }
    let free = limit - chosen.count
    if free > 0, !entries.isEmpty {
      var means = cut(entries, into: free)
      let fixed = chosen.map { YUVColor(rgb: $0) }
      // Means move little in a round: the index is rebuilt in every fourth only.
      var index = PaletteIndex(yuvColors: fixed + means, perCell: 12)
      for round in 0..<rounds {
        if round > 0, round % 4 == 0 { index = PaletteIndex(yuvColors: fixed + means, perCell: 12) }
        means = refined(means, beside: fixed, entries, by: index)
      }
      for mean in means {
        let color = mean.rgb
        if seen.insert(color).inserted { chosen.append(color) }
      }
    }
    return chosen.isEmpty ? [0] : chosen
  }

  private func cut(_ source: [ColorHistogram.Entry], into count: Int) -> [YUVColor] {
    var entries = source
    var boxes = [box(entries, 0..<entries.count)]
    while boxes.count < count {
      var widest = 0
      for index in 1..<boxes.count where boxes[index].cost > boxes[widest].cost { widest = index }
      let parent = boxes[widest]
      guard parent.cost > 0 else { break }
      let axis: (YUVColor) -> Float
      if parent.spread.y >= parent.spread.u, parent.spread.y >= parent.spread.v {
        axis = { $0.y }
      } else if parent.spread.u >= parent.spread.v {
        axis = { $0.u }
      } else {
        axis = { $0.v }
      }
      let middle = axis(parent.mean)
      var split = parent.range.lowerBound
      for index in parent.range where axis(entries[index].color) < middle {
        entries.swapAt(index, split)
        split += 1
      }
      guard split > parent.range.lowerBound, split < parent.range.upperBound else {
        boxes[widest].spread = .zero
        continue
      }
      boxes[widest] = box(entries, parent.range.lowerBound..<split)
      boxes.append(box(entries, split..<parent.range.upperBound))
    }
    return boxes.map(\.mean)
  }

  private func box(_ entries: [ColorHistogram.Entry], _ range: Range<Int>) -> Box {
    var weight: Float = 0
    var sum = YUVColor.zero
    for index in range {
      let entry = entries[index]
      weight += entry.weight
      sum.y += entry.weight * entry.color.y
      sum.u += entry.weight * entry.color.u
      sum.v += entry.weight * entry.color.v
    }
    let mean = YUVColor(y: sum.y / weight, u: sum.u / weight, v: sum.v / weight)
    var spread = YUVColor.zero
    for index in range {
      let entry = entries[index]
      let dy = entry.color.y - mean.y
      let du = entry.color.u - mean.u
      let dv = entry.color.v - mean.v
      spread.y += entry.weight * dy * dy
      spread.u += entry.weight * du * du
      spread.v += entry.weight * dv * dv
    }
    return Box(range: range, weight: weight, mean: mean, spread: spread)
  }

  private func refined(
    _ means: [YUVColor], beside fixed: [YUVColor], _ entries: [ColorHistogram.Entry],
    by index: PaletteIndex
  ) -> [YUVColor] {
    let yuvColors = fixed + means
    var sums = [YUVColor](repeating: .zero, count: fixed.count + means.count)
    var weights = [Float](repeating: 0, count: fixed.count + means.count)
    for entry in entries {
      let choice = index.nearest(to: entry.color, in: yuvColors).entry
      weights[choice] += entry.weight
      sums[choice].y += entry.weight * entry.color.y
      sums[choice].u += entry.weight * entry.color.u
      sums[choice].v += entry.weight * entry.color.v
    }
    return means.indices.map { mean in
      let at = fixed.count + mean
      guard weights[at] > 0 else { return means[mean] }
      return YUVColor(
        y: sums[at].y / weights[at], u: sums[at].u / weights[at], v: sums[at].v / weights[at])
    }
  }
}

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
