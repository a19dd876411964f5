package import PortableMath
package import Raster

/// What an animation's file says of a frame besides its pixels.
package struct FrameControl: Hashable, Sendable {
  /// What becomes of the frame's rectangle when its time is over; numbered as in APNG.
  package enum Disposal: UInt8, Hashable, Sendable {
    case keep
    case clear
    case restorePrevious
  }

  /// How the frame is laid on the canvas; numbered as in APNG.
  package enum Blend: UInt8, Hashable, Sendable {
    case replace
    case over
  }

  /// Of a GIF as the file says: it may be empty or reach over the canvas' edge. Of other formats never.
  package let rect: PixelRect
  package let disposal: Disposal
  package let blend: Blend
  /// How long the frame is shown; may be 0.
  package let duration: RationalTime
  /// Bytes of the file up to the frame's end that belong to no earlier frame: of a GIF blocks in front of
  /// it, its description, palette and pixels; of others its control and its pixel data.
  package var byteCount: Int

  package init(
    rect: PixelRect, disposal: Disposal, blend: Blend, duration: RationalTime = .zero,
    byteCount: Int = 0
  ) {
    (self.rect, self.disposal, self.blend) = (rect, disposal, blend)
    (self.duration, self.byteCount) = (duration, byteCount)
  }
}

/// What a viewer of an animation sees: the canvas onto which each frame is laid.
package struct AnimationCanvas {
  private var pixels: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  package init(size: PixelSize) { pixels = Pixmap(size: size) }

  /// Has `lay` lay a frame on the canvas and returns what is seen then.
  package mutating func show(_ control: FrameControl, _ lay: (inout Pixmap) -> Void) -> Pixmap {
    if let restored { pixels = restored }
    if let cleared { pixels.clear(cleared) }
    restored = control.disposal == .restorePrevious ? pixels : nil
    cleared = control.disposal == .clear ? control.rect : nil
    lay(&pixels)
    return pixels
  }
}

extension Pixmap {
  fileprivate mutating func clear(_ rect: PixelRect) {
    let (visible, width) = (rect.intersection(size.bounds), width)
    func clear(_ bytes: inout [UInt8]) {
      for y in visible.y..<visible.maxY {
        let start = (y * width + visible.x) * 4
        bytes.replaceSubrange(
          start..<start + visible.width * 4, with: repeatElement(0, count: visible.width * 4))
      }
    }
    let straight = straightBytes
    clear(&bytes)
    guard var straight else { return }
    clear(&straight)
    self = Pixmap(size: size, bytes: bytes, straight: straight) ?? self
  }
}
