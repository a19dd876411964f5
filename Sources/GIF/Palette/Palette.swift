import PortableMath

/// Up to 256 sRGB colours; an index is a pixel's value in the file.
struct ColorTable: Hashable, Sendable {
  /// 0xRRGGBB.
  let colors: [UInt32]
  /// Bits of an index, 1...8: the table is written with `1 << bits` entries.
  let bits: Int
  /// Whether the index after the last colour is transparent.
  let hasTransparent: Bool

  /// Room for `colors` and, where asked, one transparent index after them.
  init(colors: [UInt32], transparent: Bool) {
    self.colors = colors
    hasTransparent = transparent
    let last = max(1, colors.count - (transparent ? 0 : 1))
    bits = Int.bitWidth - last.leadingZeroBitCount
  }

  var transparentIndex: Int? { hasTransparent ? colors.count : nil }

  /// The LZW minimum code size that libgif derives from the table.
  var minimumCodeSize: Int { max(2, bits) }

  /// Bytes in the file.
  var byteCount: Int { 3 << bits }
  var xybColors: [XYBColor] { colors.map { XYBColor(rgb: $0) } }

  /// RGB triplets, filled up to `byteCount` with zeros.
  var paddedRGB: [UInt8] {
    let bytes = colors.flatMap { color in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    return bytes + repeatElement(0, count: byteCount - bytes.count)
  }
}

/// The colour table of some frames, and which of its colours are exact.
struct Palette {
  private(set) var table: ColorTable
  let index: PaletteIndex
  /// Background, line, text and brand colours, 0xRRGGBB: a pixel of one of them is shown with it.
  var exact: [UInt32] = []
  /// Whether colours may be moved to where a frame needs them: not where the table is the file's own or
  /// has every colour that is to be shown.
  var mayMove: Bool

  /// The same with an index of its own, for another thread.
  func copy(_ tuning: GIFTuning) -> Palette {
    Palette(table: table, index: PaletteIndex(table, tuning), exact: exact, mayMove: mayMove)
  }

  /// Moves the colours to those of `table`, a little off.
  mutating func move(to table: ColorTable) {
    self.table = table
    index.move(to: table.xybColors)
  }
}

/// The palette of a run of frames: a new one, or the global one where a new one's bytes would reduce the
/// error too little.
extension SegmentPlanner {
  /// A palette with a transparent index for `colors`, which may be approximated.
  mutating func paletteForColors() -> Palette {
    let exact = colors.frequentFlat(
      least: segment.size.area / 2000, most: max(1, segment.colorLimit / 8))
    var palette =
      colors.distinct.overflows
      ? approximatingPalette(keeping: exact)
      : keeping(exactTable(for: colors.distinct.colors, transparent: true))
    palette.exact = exact.filter(palette.table.colors.contains)
    return palette
  }

  /// A palette that shows nothing but the colours of its table.
  func keeping(_ table: ColorTable) -> Palette {
    Palette(table: table, index: PaletteIndex(table, segment.tuning), mayMove: false)
  }

  private mutating func approximatingPalette(keeping exact: [UInt32]) -> Palette {
    let tuning = segment.tuning
    let builder = PaletteBuilder(
      exact: exact, limit: segment.colorLimit, rounds: tuning.refinements,
      isDithered: !tuning.isGreedy && tuning.diffusion > 0)
    let entries = colors.entries(beside: exact)
    let table = ColorTable(colors: builder.colors(for: entries), transparent: true)
    let own = Palette(
      table: table, index: PaletteIndex(table, tuning), mayMove: table != segment.global)
    guard let global = segment.global, let globalIndex else { return own }
    guard Set(global.colors).isSuperset(of: exact) else { return own }
    let worthOwn = Float(8 * table.byteCount) / (tuning.paletteGain * tuning.ratePerDistortion)
    let most = own.index.error(of: entries) + worthOwn
    guard globalIndex.error(of: entries, most: most) <= most else { return own }
    return keeping(global)
  }

  /// A table that keeps every colour of `colors`.
  func exactTable(for colors: [UInt32], transparent: Bool) -> ColorTable {
    let own = ColorTable(colors: colors.isEmpty ? [0] : colors, transparent: transparent)
    guard let global = segment.global else { return own }
    // A wider table costs a bit with each code: only one of the same width is worth its bytes.
    guard transparent, global.minimumCodeSize == own.minimumCodeSize,
      Set(global.colors).isSuperset(of: colors)
    else { return own }
    return global
  }
}
