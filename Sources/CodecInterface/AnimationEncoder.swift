public import PortableMath
public import Raster

// Unsafe memory: `changedRect` compares all pixels of two pictures through pointers.

/// A complete frame of an animation and its duration.
public struct AnimationFrame: Hashable, Sendable {
  /// The canvas after the frame is composited.
  public let pixmap: Pixmap
  /// The duration stored in the file. May be 0, which viewers replace with a duration of their
  /// choice.
  public let duration: RationalTime

  package init(pixmap: Pixmap, duration: RationalTime) {
    self.pixmap = pixmap
    self.duration = duration
  }
}

/// Encodes frames of one size as an animation, incrementally.
///
/// Joined in order, the results of `append` and `finish` are the file. An encoder may buffer
/// frames, for example to merge equal ones or to compare neighbors, so a call may return no bytes.
/// An encoder must not be used after it throws or after `finish`.
package protocol AnimationEncoder {
  /// Appends a frame with its duration and returns the bytes that are complete so far.
  ///
  /// - Throws: `.invalidFrame` if the frame's size differs from the animation's.
  mutating func append(_ frame: Pixmap, duration: RationalTime) throws(CodecError) -> [UInt8]

  /// Ends the animation and returns the remaining bytes. They include the record of the frames if
  /// the format supports one.
  ///
  /// - Throws: `.invalidFrame` if no frame was appended.
  mutating func finish(recording frames: FrameHashes?) throws(CodecError) -> [UInt8]
}

extension Pixmap {
  package func check(isOf size: PixelSize) throws(CodecError) {
    guard self.size == size else {
      throw CodecError(
        kind: .invalidFrame,
        message: "a frame of \(width) x \(height) pixels in an animation of "
          + "\(size.width) x \(size.height)", hint: "all frames must have the same size")
    }
  }
}

extension PixelSize {
  /// Returns the bounding box of all pixels that differ between two RGBA pictures of this size, or
  /// `nil` if the pictures are equal.
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
      left = min(left, x)
      top = min(top, y)
      bottom = y
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
