/// A frame between those before and after it, and what a viewer shows when it comes.
struct FrameInTime {
  let truth: TruthFrame
  /// The frame before; nil where the canvas is clear.
  let before: TruthFrame?
  /// The frame to come, where it is known.
  let after: TruthFrame?
  /// What a viewer shows: 0xRRGGBB, or `TruthFrame.clear`.
  let canvas: [UInt32]
  /// Rows down that scrolled content has moved since the frame before; nil where none has.
  let moved: Int?
  let width: Int

  /// Whether `pixel` is as it was in the frame before.
  @inline(__always)
  func isUnchanged(_ pixel: Int) -> Bool { before?.pixels[pixel] == truth.pixels[pixel] }

  /// Whether `pixel` stays as it is in the frame to come.
  @inline(__always)
  func stays(_ pixel: Int) -> Bool { after?.pixels[pixel] == truth.pixels[pixel] }

  /// What is shown for the pixel that has moved to `pixel` with the scroll; nil where none has.
  @inline(__always)
  func forerunner(of pixel: Int) -> UInt32? {
    guard let before, let moved else { return nil }
    let source = pixel - moved * width
    guard source >= 0, source < canvas.count, before.pixels[source] == truth.pixels[pixel] else {
      return nil
    }
    return canvas[source]
  }
}
