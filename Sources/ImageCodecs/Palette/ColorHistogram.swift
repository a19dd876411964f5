/// Gathers weighted colours in cells of 4 x 4 x 4 values.
struct ColorHistogram {
  struct Entry {
    var tone: Tone
    var weight: Float
  }

  private struct Cell {
    var weight: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
  }

  private var cells: [Cell] = []
  private var used: [Int32] = []

  /// Forgets every colour; the memory stays.
  mutating func reset() {
    for key in used { cells[Int(key)] = Cell() }
    used.removeAll(keepingCapacity: true)
  }

  /// Adds a pixel of 0xRRGGBB.
  @inline(__always)
  mutating func add(_ color: UInt32, weight: Float) {
    if cells.isEmpty { cells = [Cell](repeating: Cell(), count: 1 << 18) }
    let key = Int((color >> 18) & 63) << 12 | Int((color >> 10) & 63) << 6 | Int((color >> 2) & 63)
    if cells[key].weight == 0 { used.append(Int32(truncatingIfNeeded: key)) }
    cells[key].weight += weight
    cells[key].red += weight * Float((color >> 16) & 255)
    cells[key].green += weight * Float((color >> 8) & 255)
    cells[key].blue += weight * Float(color & 255)
  }

  /// The mean of each cell that holds anything.
  var entries: [Entry] {
    used.map { key in
      let cell = cells[Int(key)]
      let red = cell.red / cell.weight
      let green = cell.green / cell.weight
      let blue = cell.blue / cell.weight
      return Entry(tone: Tone(red: red, green: green, blue: blue), weight: cell.weight)
    }
  }
}
