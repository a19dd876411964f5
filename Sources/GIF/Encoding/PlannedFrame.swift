import PortableMath

/// A frame with everything that its encoding depends on except the canvas before it.
///
/// Sendable because the palette's index, which is filled during use, belongs to this frame only.
package struct PlannedFrame: @unchecked Sendable {
  /// The encoding of pixels to codes.
  enum Coding {
    /// Nearest colors with greedily matched strings.
    case greedy(GreedyLZWEncoder)
    /// The rate-distortion search. Without a variance the encoding is lossless.
    case search(Palette, LocalVariance?, GIFTuning)
  }

  let update: FrameUpdate
  let coding: Coding

  /// Encodes the pixels over the canvas `before`, and draws the resulting canvas into `canvas` row
  /// by row. Waits for rows of `before` that are not published yet.
  package func encode(over before: ShownCanvas, onto canvas: ShownCanvas) -> GIFImage {
    if update.clears { canvas.clear() }
    var painter = update.clears ? nil : CanvasPainter(canvas, over: before, in: update.rect)
    let table: ColorTable
    let codes: [UInt8]
    switch coding {
    case .greedy(let encoder):
      table = encoder.table
      codes = encoder.encode(update, over: before) { painter?.paint($0, table) }
    case .search(let palette, let variance, let tuning):
      table = palette.table
      let known = variance == nil ? nil : update.before
      let loss = known.flatMap { StructureLoss(of: $0, shownOn: before) }
      let context = FrameContext(update: update, canvas: before, loss: loss)
      let map = TargetMap(context, variance: variance, palette, tuning: tuning)
      var encoder = RateDistortionLZWEncoder(map)
      codes = encoder.encode { painter?.paint($0, table) }
    }
    painter?.finish()
    return GIFImage(
      rect: update.rect, delay: update.delay, clears: update.clears,
      transparent: table.transparentIndex, table: table, codes: codes)
  }
}

/// A frame with its neighbors in time and the part of the canvas that it writes.
struct FrameUpdate: Sendable {
  let size: PixelSize
  let source: SourceFrame
  /// The previous frame, or `nil` if the canvas is clear.
  var before: SourceFrame?
  /// The next frame, or `nil` for the last one.
  var after: SourceFrame?
  /// The number of rows that scrolled content has moved down since the previous frame, or `nil` if
  /// none was detected.
  var moved: Int?
  /// The delay in hundredths of a second.
  var delay = 0
  /// True if the canvas is cleared after the frame.
  var clears = false
  /// The part of the canvas that is written. Never empty.
  let rect: PixelRect

  /// Returns the pixel numbers of every `step`-th written row, as a range for each row.
  func rows(step: Int = 1) -> some Sequence<Range<Int>> {
    stride(from: rect.y, to: rect.maxY, by: step).lazy.map { [rect, width = size.width] y in
      y * width + rect.x..<y * width + rect.maxX
    }
  }
}
