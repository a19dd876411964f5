import PortableMath

/// A frame with all that its image depends on but what is shown when it comes.
///
/// Sendable because no other frame has its palette's index, which fills itself while it is used.
package struct PlannedFrame: @unchecked Sendable {
  /// How its pixels become codes.
  enum Coding {
    /// The nearest colours, strings matched greedily.
    case greedy(GreedyLZWEncoder)
    /// The search by rate and distortion; nil: nothing but what the frame says.
    case search(Palette, LocalVariance?, GIFTuning)
  }

  let place: FramePlace
  let coding: Coding

  /// Finds the codes of its pixels over what `before` shows, and leaves in `canvas` what is shown from then
  /// on, row by row. Waits for rows of `before` that are not complete yet.
  package func encode(over before: ShownCanvas, onto canvas: ShownCanvas) -> GIFImage {
    if place.clears { canvas.clear() }
    var painter = place.clears ? nil : CanvasPainter(canvas, over: before, in: place.rect)
    let table: ColorTable
    let codes: [UInt8]
    switch coding {
    case .greedy(let encoder):
      table = encoder.table
      codes = encoder.encode(place, over: before) { painter?.paint($0, table) }
    case .search(let palette, let variance, let tuning):
      table = palette.table
      let known = variance == nil ? nil : place.before
      let loss = known.flatMap { StructureLoss(of: $0, shownOn: before) }
      let map = TargetMap(
        FrameContext(place, canvas: before, loss: loss), in: place.rect, variance: variance,
        palette, tuning: tuning)
      var encoder = RateDistortionLZWEncoder(map, palette, tuning: tuning)
      codes = encoder.encode { painter?.paint($0, table) }
    }
    painter?.finish()
    return GIFImage(
      rect: place.rect, delay: place.delay, disposal: place.clears ? .clear : .keep,
      transparent: table.transparentIndex, table: table, codes: codes)
  }
}

struct FramePlace: Sendable {
  let size: PixelSize
  let source: SourceFrame
  /// The frame before; nil where the canvas is clear.
  let before: SourceFrame?
  /// The frame to come; nil for the last one.
  let after: SourceFrame?
  /// Rows down that scrolled content has moved since the frame before; nil where none has.
  let moved: Int?
  /// Centiseconds.
  let delay: Int
  /// Centiseconds from the start of the animation.
  let end: Int
  /// Whether the canvas is cleared behind it.
  let clears: Bool
  /// The part of the canvas that is written: never empty.
  let rect: PixelRect
}
