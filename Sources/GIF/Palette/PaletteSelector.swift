/// Selects the palette of a run of frames: a new one, or the global one where a new one's bytes
/// would reduce the error too little.
struct PaletteSelector {
  let area: Int
  let options: GIFOptions
  let tuning: GIFTuning
  /// The first table, which becomes the global one at the head of the file.
  private(set) var global: ColorTable? {
    didSet { globalIndex = global.map(Self.index) }
  }
  private var globalIndex: PaletteIndex?

  init(area: Int, options: GIFOptions, tuning: GIFTuning) {
    self.area = area
    self.options = options
    self.tuning = tuning
  }

  /// Most colours beside the transparent index.
  var limit: Int { max(1, min(256, options.colors) - 1) }

  /// A palette with a transparent index for colours that may be approximated.
  mutating func palette(for colors: inout FrameColors) -> Palette {
    let exact = colors.frequentFlat(least: area / 2000, most: max(1, limit / 8))
    let table =
      colors.distinct.overflows
      ? approximateTable(for: &colors, exact: exact)
      : exactTable(for: colors.distinct.colors, transparent: true)
    return Palette(table: table, exact: exact.filter(table.colors.contains))
  }

  private mutating func approximateTable(
    for colors: inout FrameColors, exact: [UInt32]
  ) -> ColorTable {
    let builder = PaletteBuilder(exact: exact, limit: limit, rounds: tuning.refinements)
    let entries = colors.entries(beside: exact)
    let own = ColorTable(colors: builder.colors(for: entries), transparent: true)
    guard let global, let globalIndex else {
      self.global = own
      return own
    }
    guard Set(global.colors).isSuperset(of: exact) else { return own }
    let extra =
      globalIndex.error(of: entries) - Self.index(of: own).error(of: entries)
    return tuning.ratePerDistortion * extra <= Float(8 * own.byteCount) ? global : own
  }

  private static func index(of table: ColorTable) -> PaletteIndex {
    PaletteIndex(yuvColors: table.yuvColors, perCell: 12)
  }

  /// A table that keeps every colour of `colors`.
  mutating func exactTable(for colors: [UInt32], transparent: Bool) -> ColorTable {
    let own = ColorTable(colors: atLeastOne(colors), transparent: transparent)
    guard let global else {
      self.global = own
      return own
    }
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
