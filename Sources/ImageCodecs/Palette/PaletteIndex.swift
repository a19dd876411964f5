/// Finds the entries of a palette near a tone: a grid of cells, each with its nearest entries,
/// filled when first asked for.
final class PaletteIndex {
  private static let cell: Float = 8
  private static let (rows, columns, layers) = (36, 26, 28)

  let tones: [Tone]
  let perCell: Int
  private let entries: UnsafeMutablePointer<UInt8>
  private let filled: UnsafeMutablePointer<Bool>

  /// `perCell` entries at most are kept for a cell.
  init(tones: [Tone], perCell: Int) {
    self.tones = tones
    self.perCell = min(perCell, tones.count)
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
  func candidates(near tone: Tone) -> UnsafePointer<UInt8> {
    func clamped(_ value: Float, _ limit: Int) -> Int {
      Int(max(0, min(Float(limit - 1), value)))
    }
    let row = clamped((tone.y + 16) / Self.cell, Self.rows)
    let column = clamped((tone.u + 104) / Self.cell, Self.columns)
    let layer = clamped((tone.v + 112) / Self.cell, Self.layers)
    let index = (row * Self.columns + column) * Self.layers + layer
    if !filled[index] { fill(index, row, column, layer) }
    return UnsafePointer(entries + index * perCell)
  }

  /// The entry nearest to `tone` among the candidates, and its squared distance.
  func nearest(to tone: Tone) -> (entry: Int, distance: Float) { nearest(to: tone, in: tones) }

  /// As above, where the entries have moved a little since the index was made.
  @inline(__always)
  func nearest(to tone: Tone, in tones: [Tone]) -> (entry: Int, distance: Float) {
    let list = candidates(near: tone)
    var entry = 0
    var least = Float.infinity
    for place in 0..<perCell {
      let distance = tone.squaredDistance(to: tones[Int(list[place])])
      if distance < least {
        least = distance
        entry = Int(list[place])
      }
    }
    return (entry, least)
  }

  /// The weighted squared distances of `entries` from the nearest of the palette, summed.
  func error(of entries: [ColorHistogram.Entry]) -> Float {
    entries.reduce(0) { $0 + $1.weight * nearest(to: $1.tone).distance }
  }

  @inline(never)
  private func fill(_ index: Int, _ row: Int, _ column: Int, _ layer: Int) {
    let middle = Tone(
      y: (Float(row) + 0.5) * Self.cell - 16, u: (Float(column) + 0.5) * Self.cell - 104,
      v: (Float(layer) + 0.5) * Self.cell - 112)
    let list = entries + index * perCell
    var distances = [Float](repeating: .infinity, count: perCell)
    var count = 0
    for (entry, tone) in tones.enumerated() {
      let distance = tone.squaredDistance(to: middle)
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
