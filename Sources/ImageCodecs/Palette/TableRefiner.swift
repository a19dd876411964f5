/// Moves the colours of a table to the middle of the pixels that a search gave them.
struct TableRefiner {
  private let table: ColorTable
  /// Colours that stay.
  private let exact: [UInt32]
  private var weights = [Float](repeating: 0, count: 257)
  private var sums = [Tone](repeating: .zero, count: 257)
  private var isFixed = [Bool](repeating: false, count: 257)

  init(_ chosen: ChosenTable) {
    table = chosen.table
    exact = chosen.exact
  }

  /// Takes a pixel that was given `index`; a colour that some pixel requires stays.
  mutating func add(_ index: UInt8, _ wish: PixelWish) {
    let place = Int(index)
    guard wish.required == PixelWish.free else {
      isFixed[place] = true
      return
    }
    weights[place] += wish.weight
    sums[place].y += wish.weight * wish.tone.y
    sums[place].u += wish.weight * wish.tone.u
    sums[place].v += wish.weight * wish.tone.v
  }

  /// The table after one round.
  var refined: ColorTable {
    let colors = table.colors.enumerated().map { place, color -> UInt32 in
      let weight = weights[place]
      guard !isFixed[place], weight > 0, !exact.contains(color) else { return color }
      return Tone(
        y: sums[place].y / weight, u: sums[place].u / weight, v: sums[place].v / weight
      ).rgb
    }
    return ColorTable(colors: colors, transparent: table.hasTransparent)
  }
}
