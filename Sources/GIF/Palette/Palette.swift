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

/// Builds the colours of a table: median cut, where the box of greatest variance is cut at its mean
/// until there are enough, then k-means.
struct PaletteBuilder {
  /// How far a mean moves in all rounds but the last one beside where it belongs: half as many rounds
  /// then come as close.
  private static let pace: Float = 1.5

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
      // Means move little in a round: what is near is looked up anew in every fourth only.
      var index = PaletteIndex(yuvColors: fixed + means, perCell: 12)
      for round in 0..<rounds {
        if round > 0, round % 4 == 0 { index = PaletteIndex(yuvColors: fixed + means, perCell: 12) }
        let next = refined(means, beside: fixed.count, entries, by: index)
        let pace = round + 1 < rounds ? Self.pace : 1
        means = zip(means, next).map { old, new in
          YUVColor(
            y: old.y + pace * (new.y - old.y), u: old.u + pace * (new.u - old.u),
            v: old.v + pace * (new.v - old.v))
        }
        index.move(to: fixed + means)
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
    _ means: [YUVColor], beside fixed: Int, _ entries: [ColorHistogram.Entry],
    by index: PaletteIndex
  ) -> [YUVColor] {
    var sums = [ColorHistogram.Entry](
      repeating: ColorHistogram.Entry(color: .zero, weight: 0), count: fixed + means.count)
    sums.withUnsafeMutableBufferPointer { sums in
      for entry in entries {
        let choice = index.nearest(to: entry.color).entry
        sums[choice].weight += entry.weight
        sums[choice].color.y += entry.weight * entry.color.y
        sums[choice].color.u += entry.weight * entry.color.u
        sums[choice].color.v += entry.weight * entry.color.v
      }
    }
    return means.indices.map { mean in
      let (sum, weight) = (sums[fixed + mean].color, sums[fixed + mean].weight)
      guard weight > 0 else { return means[mean] }
      return YUVColor(y: sum.y / weight, u: sum.u / weight, v: sum.v / weight)
    }
  }
}
