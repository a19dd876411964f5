/// Moves the colours of a table to the middle of the pixels that a search gave them.
struct TableRefiner {
  let table: ColorTable
  /// Colours that stay.
  let exact: [UInt32]

  /// The table after one round; colours that some pixel requires stay too.
  func refined(
    by indices: [UInt8], of wishes: UnsafeBufferPointer<PixelWish>
  ) -> ColorTable {
    let count = table.colors.count
    var weights = [Float](repeating: 0, count: 257)
    var sums = [Tone](repeating: .zero, count: 257)
    var isFixed = [Bool](repeating: false, count: 257)
    for (index, wish) in zip(indices, wishes) {
      let place = Int(index)
      if wish.required != PixelWish.free {
        if place < count { isFixed[place] = true }
        continue
      }
      weights[place] += wish.weight
      sums[place].y += wish.weight * wish.tone.y
      sums[place].u += wish.weight * wish.tone.u
      sums[place].v += wish.weight * wish.tone.v
    }
    let colors = (0..<count).map { place -> UInt32 in
      let weight = weights[place]
      let color = table.colors[place]
      guard !isFixed[place], weight > 0, !exact.contains(color) else { return color }
      return Tone(
        y: sums[place].y / weight, u: sums[place].u / weight, v: sums[place].v / weight
      ).rgb
    }
    return ColorTable(colors: colors, transparent: table.hasTransparent)
  }
}
