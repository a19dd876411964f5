import PortableMath

// Unsafe memory: targets are computed from pixels through pointers.

/// A frame and the canvas before it.
struct FrameContext {
  let update: FrameUpdate
  /// The actual or predicted canvas before the frame.
  let canvas: ShownCanvas
  /// The loss of structure in the previous frame, or `nil` if it is unknown.
  var loss: StructureLoss?

  var width: Int { canvas.size.width }

  /// Waits until the canvas contains all rows on which the targets of the rows above `end` depend.
  func waitForCanvas(ofRowsAbove end: Int) {
    let rows = min(canvas.size.height, end + max(0, -(update.moved ?? 0)))
    canvas.waitForRows(rows)
    loss?.measure(rowsAbove: rows)
  }

  func losses(inRow y: Int) -> RowLosses? {
    guard let loss else { return nil }
    let origin = min(max(0, y - (update.moved ?? 0)), canvas.size.height - 1)
    return RowLosses(
      firstPixel: y * width, here: loss.losses(ofRow: y), moved: loss.losses(ofRow: origin))
  }

  func withPixels<Result>(_ body: (FramePixels) -> Result) -> Result {
    update.source.pixels.withUnsafeBufferPointer { source in
      (update.before?.pixels ?? []).withUnsafeBufferPointer { before in
        (update.after?.pixels ?? []).withUnsafeBufferPointer { after in
          body(
            FramePixels(
              source: source, before: before, after: after, canvas: canvas.pixels,
              movedPixels: (update.moved ?? 0) * width,
              hasMoved: update.moved != nil && !before.isEmpty))
        }
      }
    }
  }
}

/// The losses of structure (see `StructureLoss`) for the pixels of a row.
struct RowLosses {
  /// The number of the row's first pixel in the frame.
  let firstPixel: Int
  /// The losses at the pixels' positions. Each value covers two pixels.
  let here: UnsafePointer<Float>
  /// The losses at the previous positions of scrolled content.
  let moved: UnsafePointer<Float>

  func loss(of pixel: Int, hasMoved: Bool) -> Float {
    (hasMoved ? moved : here)[(pixel &- firstPixel) >> 1]
  }
}

/// The pixels of a `FrameContext`. The buffer of an unknown frame is empty.
struct FramePixels {
  let source: UnsafeBufferPointer<UInt32>
  let before: UnsafeBufferPointer<UInt32>
  let after: UnsafeBufferPointer<UInt32>
  let canvas: UnsafeBufferPointer<UInt32>
  /// The distance that scrolled content has moved, in row-major pixels.
  let movedPixels: Int
  let hasMoved: Bool

  func isUnchanged(_ pixel: Int) -> Bool { !before.isEmpty && before[pixel] == source[pixel] }

  func isUnchangedNext(_ pixel: Int) -> Bool { !after.isEmpty && after[pixel] == source[pixel] }

  /// Returns the color shown for the content that has scrolled to `pixel`, or `nil` if it did not
  /// scroll or the color is unknown.
  @inline(__always)
  func motionCompensatedColor(at pixel: Int) -> UInt32? {
    guard hasMoved else { return nil }
    let origin = pixel - movedPixels
    guard origin >= 0, origin < canvas.count, before[origin] == source[pixel] else { return nil }
    return canvas[origin] <= 0xFF_FFFF ? canvas[origin] : nil
  }
}
