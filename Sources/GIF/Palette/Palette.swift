import PortableMath

/// A color table of up to 256 sRGB colors. Pixels in the file are indices into it.
struct ColorTable: Hashable, Sendable {
  /// The colors as 0xRRGGBB.
  let colors: [UInt32]
  /// The number of bits of an index, 1...8. The file contains `1 << bits` entries.
  let bits: Int
  /// True if the index after the last color is transparent.
  let hasTransparent: Bool

  /// Creates a table of `colors`, optionally followed by a transparent index.
  init(colors: [UInt32], transparent: Bool) {
    self.colors = colors
    hasTransparent = transparent
    let last = max(1, colors.count - (transparent ? 0 : 1))
    bits = Int.bitWidth - last.leadingZeroBitCount
  }

  var transparentIndex: Int? { hasTransparent ? colors.count : nil }

  /// The LZW minimum code size that libgif derives from the table.
  var minimumCodeSize: Int { max(2, bits) }

  /// The size of the table in the file in bytes.
  var byteCount: Int { 3 << bits }
  var xybColors: [XYBColor] { colors.map { XYBColor(rgb: $0) } }

  /// The RGB triplets, padded with zeros to `byteCount`.
  var paddedRGB: [UInt8] {
    let bytes = colors.flatMap { color in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    return bytes + repeatElement(0, count: byteCount - bytes.count)
  }
}

/// A color table with a search index and its exact colors.
struct Palette {
  private(set) var table: ColorTable
  let index: PaletteIndex
  /// The colors, as 0xRRGGBB, of backgrounds, lines, text and brands. Pixels of these colors are
  /// reproduced exactly.
  var exact: [UInt32] = []
  /// True if colors may be adapted to a frame. False for the global table and for tables that
  /// contain all colors of their frames.
  var mayMove: Bool

  /// Returns a copy with a separate index, for use on another thread.
  func copy(_ tuning: GIFTuning) -> Palette {
    Palette(table: table, index: PaletteIndex(table, tuning), exact: exact, mayMove: mayMove)
  }

  /// Moves the colors to the slightly different ones of `table`.
  mutating func move(to table: ColorTable) {
    self.table = table
    index.move(to: table.xybColors)
  }
}

/// The palette of a group of frames: a new one, or the global one if a new one's bytes would not
/// reduce the error enough.
extension SegmentPlanner {
  /// Returns a palette with a transparent index for `colors`, which may be approximated.
  mutating func paletteForColors() -> Palette {
    let exact = colors.frequentFlat(
      minimum: segment.size.area / 2000, limit: max(1, segment.colorLimit / 8))
    var palette =
      colors.distinct.overflows
      ? approximatingPalette(exact: exact)
      : fixedPalette(exactTable(for: colors.distinct.colors, transparent: true))
    palette.exact = exact.filter(palette.table.colors.contains)
    return palette
  }

  /// Returns a palette that is exactly `table`.
  func fixedPalette(_ table: ColorTable) -> Palette {
    Palette(table: table, index: PaletteIndex(table, segment.tuning), mayMove: false)
  }

  private mutating func approximatingPalette(exact: [UInt32]) -> Palette {
    let tuning = segment.tuning
    let builder = PaletteBuilder(
      exact: exact, limit: segment.colorLimit, rounds: tuning.refinements,
      isDithered: !tuning.isGreedy && tuning.diffusion > 0)
    let entries = colors.entries(excluding: exact)
    let table = ColorTable(colors: builder.colors(for: entries), transparent: true)
    let own = Palette(
      table: table, index: PaletteIndex(table, tuning), mayMove: table != segment.global)
    guard let global = segment.global, let globalIndex else { return own }
    guard Set(global.colors).isSuperset(of: exact) else { return own }
    let worthOwn = Float(8 * table.byteCount) / (tuning.paletteGain * tuning.ratePerDistortion)
    let limit = own.index.error(of: entries) + worthOwn
    guard globalIndex.error(of: entries, limit: limit) <= limit else { return own }
    return fixedPalette(global)
  }

  /// Returns a table that contains all of `colors`.
  func exactTable(for colors: [UInt32], transparent: Bool) -> ColorTable {
    let own = ColorTable(colors: colors.isEmpty ? [0] : colors, transparent: transparent)
    guard let global = segment.global else { return own }
    // A wider table costs a bit per code, so the global table is used only if its codes have the
    // same width.
    guard transparent, global.minimumCodeSize == own.minimumCodeSize,
      Set(global.colors).isSuperset(of: colors)
    else { return own }
    return global
  }
}
