import PortableMath

// Unsafe memory: targets are made of pixels through pointers.

/// A frame and what a viewer shows when it comes.
struct FrameContext {
  let place: FramePlace
  /// What a viewer shows, or is thought to show.
  let canvas: ShownCanvas
  /// What was lost of the structure of the frame before; nil where that is not known.
  var loss: StructureLoss?

  var width: Int { canvas.size.width }

  /// Waits until the canvas shows all that the targets of the rows above `end` depend on.
  func waitForCanvas(ofRowsAbove end: Int) {
    let rows = min(canvas.size.height, end + max(0, -(place.moved ?? 0)))
    canvas.waitForRows(rows)
    loss?.measure(rowsAbove: rows)
  }

  func losses(inRow y: Int) -> RowLosses? {
    guard let loss else { return nil }
    let origin = min(max(0, y - (place.moved ?? 0)), canvas.size.height - 1)
    return RowLosses(
      firstPixel: y * width, here: loss.losses(ofRow: y), moved: loss.losses(ofRow: origin))
  }

  func withPixels<Result>(_ body: (FramePixels) -> Result) -> Result {
    place.source.pixels.withUnsafeBufferPointer { source in
      (place.before?.pixels ?? []).withUnsafeBufferPointer { before in
        (place.after?.pixels ?? []).withUnsafeBufferPointer { after in
          body(
            FramePixels(
              source: source, before: before, after: after, canvas: canvas.pixels,
              movedPixels: (place.moved ?? 0) * width,
              hasMoved: place.moved != nil && !before.isEmpty))
        }
      }
    }
  }
}

/// The losses of structure, see `StructureLoss`, that hold for the pixels of a row.
struct RowLosses {
  /// Of the row, in the frame.
  let firstPixel: Int
  /// Where the pixels are, two of them each.
  let here: UnsafePointer<Float>
  /// Where scrolled content was.
  let moved: UnsafePointer<Float>

  func loss(of pixel: Int, hasMoved: Bool) -> Float {
    (hasMoved ? moved : here)[(pixel &- firstPixel) >> 1]
  }
}

/// The pixels of a `FrameContext`; of a frame that is not known there are none.
struct FramePixels {
  let source: UnsafeBufferPointer<UInt32>
  let before: UnsafeBufferPointer<UInt32>
  let after: UnsafeBufferPointer<UInt32>
  let canvas: UnsafeBufferPointer<UInt32>
  /// How far scrolled content has moved, in pixels row by row.
  let movedPixels: Int
  let hasMoved: Bool

  func isUnchanged(_ pixel: Int) -> Bool { !before.isEmpty && before[pixel] == source[pixel] }

  func stays(_ pixel: Int) -> Bool { !after.isEmpty && after[pixel] == source[pixel] }

  /// The colour shown for what has scrolled to `pixel`; nil where nothing has or none is known.
  @inline(__always)
  func motionCompensatedColor(at pixel: Int) -> UInt32? {
    guard hasMoved else { return nil }
    let origin = pixel - movedPixels
    guard origin >= 0, origin < canvas.count, before[origin] == source[pixel] else { return nil }
    return canvas[origin] <= 0xFF_FFFF ? canvas[origin] : nil
  }
}
