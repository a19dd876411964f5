public import PortableMath
public import Raster

// Unsafe memory: every pixel of two pictures is compared through pointers.

/// One frame of an animation as a viewer shows it, and for how long.
public struct AnimationFrame: Hashable, Sendable {
  /// The complete canvas.
  public let pixmap: Pixmap
  /// As the file says; may be 0, which viewers show for a time of their choice.
  public let duration: RationalTime

  package init(pixmap: Pixmap, duration: RationalTime) {
    self.pixmap = pixmap
    self.duration = duration
  }
}

/// Turns a run of frames of one size into the bytes of an animation, a piece at a time.
///
/// Bytes come out in file order: what `append` and `finish` return, joined, is the file. An encoder
/// may hold frames back (to merge equal ones, to compare neighbours), so a call may return nothing.
/// After an error, and after `finish`, an encoder takes no more frames.
package protocol AnimationEncoder {
  /// Takes the next frame, shown for `duration`, and returns bytes that are ready to be written.
  ///
  /// Throws `.invalidFrame` when the frame's size is not the animation's.
  mutating func append(_ frame: Pixmap, duration: RationalTime) throws(CodecError) -> [UInt8]

  /// Ends the animation and returns the bytes that remain, with a record of the frames where the format has
  /// a place for it.
  ///
  /// Throws `.invalidFrame` when there was no frame.
  mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8]
}

extension Pixmap {
  package func check(isOf size: PixelSize) throws(CodecError) {
    guard self.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(width) x \(height) pixels in an animation of "
          + "\(size.width) x \(size.height)", hint: "all frames need one size")
    }
  }
}

extension PixelSize {
  /// The smallest rectangle with every pixel that differs between two pictures of this size, of four
  /// bytes a pixel; nil if none does.
  package func changedRect(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer
  ) -> PixelRect? {
    func same(_ pixel: Int) -> Bool {
      before.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
        == after.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
    }
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = y * width
      var x = 0
      while x < width, same(row + x) { x += 1 }
      guard x < width else { continue }
      (left, top, bottom) = (min(left, x), min(top, y), y)
      var last = width - 1
      while last > right, same(row + last) { last -= 1 }
      right = max(right, last)
    }
    if bottom < 0 { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension AnimationEncoder {
  package mutating func finish() throws(CodecError) -> [UInt8] { try finish(recording: nil) }
}
