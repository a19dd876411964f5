import Raster

/// Turns a frame, what it follows and what a viewer shows into a wish for each pixel.
struct WishMap {
  /// The variance of luma at which `GIFTuning.smoothBoost` has sunk to a quarter.
  private static let smoothVariance: Float = 20
  /// How many times an error counts where the next frame leaves the pixel as it is: it will be
  /// seen for six frames on the mean, as measured in clips of a header that is scrolled.
  private static let stayingBoost: Float = 3.5

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
  /// A pixel that is as it was stays as it is on the canvas: it never flickers. One in the middle of
  /// a flat patch takes the one nearest colour, undithered. All others are free.
  func wishes(for frame: FrameInTime, in rect: PixelRect, masking: MaskingMap) -> [PixelWish] {
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
        for pixel in y * frame.width + rect.x..<y * frame.width + rect.maxX {
          let color = frame.truth.pixels[pixel]
          let canvas = frame.canvas[pixel]
          if canvas != shown.color {
            shown = (canvas, Tone(rgb: canvas), indices[canvas] ?? PixelWish.canvasOnly)
          }
          let isCovered = shown.color != TruthFrame.clear
          var wish = PixelWish(
            tone: Tone(rgb: color), weight: 1, required: PixelWish.free,
            canvasAllowed: isCovered, canvas: shown.tone)
          if color == TruthFrame.clear {
            wish.required = PixelWish.canvasOnly
            wish.canvasAllowed = true
          } else if isCovered, frame.isUnchanged(pixel) {
            wish.required = shown.index
          } else if isLossless || masking.variance[pixel] == 0 || exact.contains(color) {
            if color != required.color { required = (color, nearest(color)) }
            wish.required = required.index
            wish.canvasAllowed = isCovered && shown.color == table.colors[Int(required.index)]
          } else {
            let busyness = 1 + masking.variance[pixel] / Self.smoothVariance
            wish.weight = 1 + tuning.smoothBoost / (busyness * busyness)
            if frame.stays(pixel) { wish.weight *= Self.stayingBoost }
            if let shown = frame.forerunner(of: pixel) { steady(&wish, Tone(rgb: shown)) }
          }
          target.initializeElement(at: count, to: wish)
          count += 1
        }
      }
    }
  }
}
