/// Up to 256 sRGB colours; an index is a pixel's value in the file.
struct ColorTable: Hashable, Sendable {
  /// 0xRRGGBB.
  let colors: [UInt32]
  /// Bits of an index, 1...8: the table is written with `1 << bits` entries.
  let bits: Int

  /// Room for `colors` and, where asked, one transparent index after them.
  init(colors: [UInt32], transparent: Bool) {
    self.colors = colors
    hasTransparent = transparent
    let count = colors.count + (transparent ? 1 : 0)
    var bits = 1
    while 1 << bits < count { bits += 1 }
    self.bits = bits
  }

  /// Whether the index after the last colour is transparent.
  let hasTransparent: Bool

  /// The transparent index, nil for none.
  var transparentIndex: Int? { hasTransparent ? colors.count : nil }

  /// The LZW minimum code size that libgif derives from the table.
  var minimumCodeSize: Int { max(2, bits) }

  /// Bytes in the file.
  var byteCount: Int { 3 << bits }

  var xybColors: [XYBColor] { colors.map { XYBColor(rgb: $0) } }

  /// RGB triplets, filled up to `byteCount` with zeros.
  var paddedRGB: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 << bits)
    for color in colors {
      bytes.append(UInt8(truncatingIfNeeded: color >> 16))
      bytes.append(UInt8(truncatingIfNeeded: color >> 8))
      bytes.append(UInt8(truncatingIfNeeded: color))
    }
    bytes.append(contentsOf: repeatElement(0, count: (3 << bits) - bytes.count))
    return bytes
  }
}

/// The colour table of some frames, and which of its colours are exact.
struct Palette {
  var table: ColorTable
  /// Background, line, text and brand colours, 0xRRGGBB: a pixel that has one of them is shown with
  /// it.
  var exact: [UInt32]
  /// Whether colours may be moved to where a frame needs them: not where the table is the file's own or
  /// has every colour that is to be shown.
  var mayMove: Bool
}

/// Selects the palette of a run of frames: a new one, or the global one where a new one's bytes
/// would reduce the error too little.
struct PaletteSelector {
  let area: Int
  let options: GIFOptions
  let tuning: GIFTuning
  /// The table at the head of the file; nil while it is selected.
  let global: ColorTable?
  private let globalIndex: PaletteIndex?

  init(area: Int, options: GIFOptions, tuning: GIFTuning, global: ColorTable?) {
    self.area = area
    self.options = options
    self.tuning = tuning
    self.global = global
    globalIndex = global.map(Self.index)
  }

  /// Most colours beside the transparent index.
  var limit: Int { max(1, min(256, options.colors) - 1) }

  /// A palette with a transparent index for colours that may be approximated.
  func palette(for colors: inout FrameColors) -> Palette {
    let exact = colors.frequentFlat(least: area / 2000, most: max(1, limit / 8))
    let table =
      colors.distinct.overflows
      ? approximateTable(for: &colors, exact: exact)
      : exactTable(for: colors.distinct.colors, transparent: true)
    return Palette(
      table: table, exact: exact.filter(table.colors.contains),
      mayMove: colors.distinct.overflows && table != global)
  }

  private func approximateTable(
    for colors: inout FrameColors, exact: [UInt32]
  ) -> ColorTable {
    let builder = PaletteBuilder(
      exact: exact, limit: limit, rounds: tuning.refinements,
      isDithered: !tuning.isGreedy && tuning.diffusion > 0)
    let entries = colors.entries(beside: exact)
    let own = ColorTable(colors: builder.colors(for: entries), transparent: true)
    guard let global, let globalIndex else { return own }
    guard Set(global.colors).isSuperset(of: exact) else { return own }
    let extra =
      globalIndex.error(of: entries) - Self.index(of: own).error(of: entries)
    return tuning.ratePerDistortion * extra <= Float(8 * own.byteCount) ? global : own
  }

  private static func index(of table: ColorTable) -> PaletteIndex {
    PaletteIndex(xybColors: table.xybColors, perCell: 12)
  }

  /// A table that keeps every colour of `colors`.
  func exactTable(for colors: [UInt32], transparent: Bool) -> ColorTable {
    let own = ColorTable(colors: atLeastOne(colors), transparent: transparent)
    guard let global else { return own }
    // A wider table costs a bit with each code: only one of the same width is worth its bytes.
    guard transparent, global.minimumCodeSize == own.minimumCodeSize,
      Set(global.colors).isSuperset(of: colors)
    else {
      return own
    }
    return global
  }

  private func atLeastOne(_ colors: [UInt32]) -> [UInt32] { colors.isEmpty ? [0] : colors }
}
