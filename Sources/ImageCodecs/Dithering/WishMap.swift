import Raster

/// Turns a frame, what it follows and what a viewer shows into a wish for each pixel of a rectangle.
struct WishMap {
  /// The variance of luma at which `GIFTuning.smoothBoost` has sunk to a quarter.
  private static let smoothVariance: Float = 20
  /// How many times an error counts where the next frame leaves the pixel as it is: it will be
  /// seen for nearly eight frames on the mean, as counted in two clips of a header that is scrolled.
  private static let stayingBoost: Float = 3.5

  private let frame: FrameInTime
  private let rect: PixelRect
  private let masking: MaskingMap
  private let table: ColorTable
  private let tones: [Tone]
  private let exact: [UInt32]
  private let tuning: GIFTuning
  private let isLossless: Bool
  private let indices: [UInt32: UInt16]

  /// `isLossless` says whether each pixel must be exactly what the frame says.
  init(
    _ frame: FrameInTime, in rect: PixelRect, masking: MaskingMap, _ chosen: ChosenTable,
    tuning: GIFTuning, isLossless: Bool
  ) {
    self.frame = frame
    self.rect = rect
    self.masking = masking
    table = chosen.table
    tones = chosen.table.tones
    exact = chosen.exact
    self.tuning = tuning
    self.isLossless = isLossless
    var indices: [UInt32: UInt16] = [:]
    for (index, color) in table.colors.enumerated() { indices[color] = UInt16(index) }
    self.indices = indices
  }

  /// The pixels of the rectangle.
  var count: Int { rect.width * rect.height }

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

  private func nearest(_ color: UInt32) -> UInt16 {
    if let index = indices[color] { return index }
    let tone = Tone(rgb: color)
    var best = 0
    for index in tones.indices
    where tone.squaredDistance(to: tones[index]) < tone.squaredDistance(to: tones[best]) {
      best = index
    }
    return UInt16(best)
  }

  /// Leaves the wishes of `places`, which count the rectangle's pixels row by row, in `wishes`.
  ///
  /// A pixel that is as it was stays as it is on the canvas: it never flickers. One in the middle of
  /// a flat patch takes the one nearest colour, undithered. All others are free.
  func fill(_ wishes: UnsafeMutablePointer<PixelWish>, _ places: Range<Int>) {
    var required: (color: UInt32, index: UInt16) = (TruthFrame.clear, 0)
    var shown: (color: UInt32, tone: Tone, index: UInt16) = (
      TruthFrame.clear, .zero, PixelWish.canvasOnly
    )
    var x = places.lowerBound % rect.width
    var pixel = (rect.y + places.lowerBound / rect.width) * frame.width + rect.x + x
    for place in 0..<places.count {
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
      (wishes + place).initialize(to: wish)
      x += 1
      pixel += 1
      if x == rect.width {
        x = 0
        pixel += frame.width - rect.width
      }
    }
  }
}
