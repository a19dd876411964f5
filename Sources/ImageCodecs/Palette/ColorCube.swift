/// Maps colours to the nearest entry of a table by a cube of 64 x 64 x 64 cells, filled when first
/// asked for. Colours of the table map to themselves.
final class ColorCube {
  private static let unknown: UInt16 = 0xFFFF

  private let index: PaletteIndex
  private let cells: UnsafeMutablePointer<UInt16>

  init(table: ColorTable) {
    index = PaletteIndex(tones: table.tones, perCell: 8)
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
    let entry = index.nearest(to: Tone(rgb: middle)).entry
    cells[key] = UInt16(entry)
    return entry
  }
}
