import Raster

/// Turns a frame, what it follows and what a viewer shows into a wish for each pixel.
struct WishMap {
  let size: PixelSize
  let table: ColorTable
  /// Colours of the table that whatever has them is shown with.
  let exact: [UInt32]
  let tuning: GIFTuning
  /// Whether each pixel must be exactly what the frame says.
  let isLossless: Bool

  /// Pulls a pixel that has moved with the scroll to what stood for it before: dither then moves
  /// along instead of swarming. (t - c)² + s (m - c)² is least at the mean of t and m so weighted.
  @inline(__always)
  private func steady(_ wish: inout PixelWish, _ shown: Tone) {
    let pull = tuning.steadiness
    let whole = 1 + pull
    wish.tone = Tone(
      y: (wish.tone.y + pull * shown.y) / whole, u: (wish.tone.u + pull * shown.u) / whole,
      v: (wish.tone.v + pull * shown.v) / whole)
    wish.weight *= whole
  }

  /// Row-major wishes of the pixels inside `rect`.
  ///
  /// A pixel that is as it was in `before` stays as it is on the canvas: it never flickers. One in
  /// the middle of a flat patch takes the one nearest colour, undithered. All others are free.
  func wishes(
    for truth: TruthFrame, after before: TruthFrame?, in rect: PixelRect, canvas: [UInt32],
    masking: MaskingMap, moved distance: Int?
  ) -> [PixelWish] {
    var indices: [UInt32: UInt16] = [:]
    for (index, color) in table.colors.enumerated() { indices[color] = UInt16(index) }
    let tones = table.tones
    func nearest(_ color: UInt32) -> UInt16 {
      if let index = indices[color] { return index }
      let tone = Tone(rgb: color)
      var best = 0
      for index in tones.indices
      where tone.squaredDistance(to: tones[index]) < tone.squaredDistance(to: tones[best]) {
        best = index
      }
      return UInt16(best)
    }
    return [PixelWish](unsafeUninitializedCapacity: rect.width * rect.height) { target, count in
      var required: (color: UInt32, index: UInt16) = (TruthFrame.clear, 0)
      var shown: (color: UInt32, tone: Tone, index: UInt16) = (
        TruthFrame.clear, .zero, PixelWish.canvasOnly
      )
      for y in rect.y..<rect.maxY {
        for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
          let color = truth.pixels[pixel]
          if canvas[pixel] != shown.color {
            shown = (
              canvas[pixel], Tone(rgb: canvas[pixel]),
              indices[canvas[pixel]] ?? PixelWish.canvasOnly
            )
          }
          let isCovered = shown.color != TruthFrame.clear
          var wish = PixelWish(
            tone: Tone(rgb: color), weight: 1, required: PixelWish.free,
            canvasAllowed: isCovered, canvas: shown.tone)
          if color == TruthFrame.clear {
            wish.required = PixelWish.canvasOnly
            wish.canvasAllowed = true
          } else if isCovered, let before, before.pixels[pixel] == color {
            wish.required = shown.index
          } else if isLossless || masking.variance[pixel] == 0 || exact.contains(color) {
            if color != required.color { required = (color, nearest(color)) }
            wish.required = required.index
            wish.canvasAllowed = isCovered && shown.color == table.colors[Int(required.index)]
          } else {
            let busyness = 1 + masking.variance[pixel] / tuning.smoothVariance
            wish.weight = 1 + tuning.smoothBoost / (busyness * busyness)
            if let before, let distance {
              let source = pixel - distance * size.width
              if source >= 0, source < canvas.count, before.pixels[source] == color {
                steady(&wish, Tone(rgb: canvas[source]))
              }
            }
          }
          target.initializeElement(at: count, to: wish)
          count += 1
        }
      }
    }
  }
}
