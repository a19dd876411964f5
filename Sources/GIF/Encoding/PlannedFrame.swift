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
      let context = FrameContext(place: place, canvas: before, loss: loss)
      let map = TargetMap(context, variance: variance, palette, tuning: tuning)
      var encoder = RateDistortionLZWEncoder(map)
      codes = encoder.encode { painter?.paint($0, table) }
    }
    painter?.finish()
    return GIFImage(
      rect: place.rect, delay: place.delay, clears: place.clears,
      transparent: table.transparentIndex, table: table, codes: codes)
  }
}

/// A frame with those before and after it, and the part of the canvas that is written for it.
struct FramePlace: Sendable {
  let size: PixelSize
  let source: SourceFrame
  /// The frame before; nil where the canvas is clear.
  var before: SourceFrame?
  /// The frame to come; nil for the last one.
  var after: SourceFrame?
  /// Rows down that scrolled content has moved since the frame before; nil where none has.
  var moved: Int?
  /// Centiseconds.
  var delay = 0
  /// Whether the canvas is cleared behind it.
  var clears = false
  /// The part of the canvas that is written: never empty.
  let rect: PixelRect

  /// The numbers of the pixels that are written, a row each, every `step`-th.
  func rows(step: Int = 1) -> some Sequence<Range<Int>> {
    stride(from: rect.y, to: rect.maxY, by: step).lazy.map { [rect, width = size.width] y in
      y * width + rect.x..<y * width + rect.maxX
    }
  }
}
