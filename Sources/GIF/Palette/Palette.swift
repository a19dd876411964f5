/// A colour in a space where Euclidean distance is roughly perceptual: luma and two scaled colour
/// differences.
///
/// Luma and differences as in ITU-R BT.601 on the encoded values (whose gamma already is close to
/// the eye's cube root), 0...255 and about -128...128 before scaling.
struct YUVColor: Hashable, Sendable {
  /// The weight of a blue-yellow, then of a red-green difference beside one of luma; measured with
  /// SSIMULACRA 2.
  static let blueScale: Float = 0.6
  static let redScale: Float = 0.6

  var y: Float
  var u: Float
  var v: Float

  @inline(__always)
  init(y: Float, u: Float, v: Float) {
    self.y = y
    self.u = u
    self.v = v
  }

  /// From 0xRRGGBB.
  @inline(__always)
  init(rgb: UInt32) {
    self.init(
      red: Float((rgb >> 16) & 255), green: Float((rgb >> 8) & 255), blue: Float(rgb & 255))
  }

  /// From encoded channels, 0...255.
  @inline(__always)
  init(red: Float, green: Float, blue: Float) {
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    y = luma
    u = (blue - luma) * (0.564 * Self.blueScale)
    v = (red - luma) * (0.713 * Self.redScale)
  }

  static let zero = YUVColor(y: 0, u: 0, v: 0)

  @inline(__always)
  func squaredDistance(to other: YUVColor) -> Float {
    let dy = y - other.y
    let du = u - other.u
    let dv = v - other.v
    return dy * dy + du * du + dv * dv
  }

  @inline(__always)
  mutating func add(_ other: YUVColor) {
    y += other.y
    u += other.u
    v += other.v
  }

  /// The nearest 0xRRGGBB.
  var rgb: UInt32 {
    let red = v / (0.713 * Self.redScale) + y
    let blue = u / (0.564 * Self.blueScale) + y
    let green = (y - 0.299 * red - 0.114 * blue) / 0.587
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value)) + 0.5) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}

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

  var yuvColors: [YUVColor] { colors.map { YUVColor(rgb: $0) } }

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
    return Palette(table: table, exact: exact.filter(table.colors.contains))
  }

  private func approximateTable(
    for colors: inout FrameColors, exact: [UInt32]
  ) -> ColorTable {
    let builder = PaletteBuilder(exact: exact, limit: limit, rounds: tuning.refinements)
    let entries = colors.entries(beside: exact)
    let own = ColorTable(colors: builder.colors(for: entries), transparent: true)
    guard let global, let globalIndex else { return own }
    guard Set(global.colors).isSuperset(of: exact) else { return own }
    let extra =
      globalIndex.error(of: entries) - Self.index(of: own).error(of: entries)
    return tuning.ratePerDistortion * extra <= Float(8 * own.byteCount) ? global : own
  }

  private static func index(of table: ColorTable) -> PaletteIndex {
    PaletteIndex(yuvColors: table.yuvColors, perCell: 12)
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
