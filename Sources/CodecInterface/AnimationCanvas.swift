package import PortableMath
package import Raster

/// A frame's position, compositing and duration, as stored in an animation file.
package struct FrameControl: Hashable, Sendable {
  /// The change of the frame's rectangle after its duration. Numbered as in APNG.
  package enum Disposal: UInt8, Hashable, Sendable {
    case keep
    case clear
    case restorePrevious
  }

  /// The compositing of the frame onto the canvas. Numbered as in APNG.
  package enum Blend: UInt8, Hashable, Sendable {
    case replace
    case over
  }

  /// The frame's rectangle on the canvas. In a GIF it may be empty or exceed the canvas; in other
  /// formats it is inside the canvas.
  package let rect: PixelRect
  package let disposal: Disposal
  package let blend: Blend
  /// The duration of the frame. May be 0.
  package let duration: RationalTime
  /// The number of bytes between the previous frame's end and this frame's end. In a GIF they
  /// include the preceding blocks, the image descriptor, the palette and the pixels; in other
  /// formats the frame's control and pixel data.
  package var byteCount: Int

  package init(
    rect: PixelRect, disposal: Disposal, blend: Blend, duration: RationalTime = .zero,
    byteCount: Int = 0
  ) {
    self.rect = rect
    self.disposal = disposal
    self.blend = blend
    self.duration = duration
    self.byteCount = byteCount
  }
}

/// The canvas of an animation, onto which a viewer composites the frames.
package struct AnimationCanvas {
  private var pixels: Pixmap
  /// The canvas to restore before the next frame, for `.restorePrevious`.
  private var restored: Pixmap?
  /// The rectangle to clear before the next frame, for `.clear`.
  private var cleared: PixelRect?

  package init(size: PixelSize) { pixels = Pixmap(size: size) }

  /// Disposes of the previous frame, draws the next one with `draw` and returns the resulting
  /// canvas.
  package mutating func show(_ control: FrameControl, _ draw: (inout Pixmap) -> Void) -> Pixmap {
    if let restored { pixels = restored }
    if let cleared { pixels.clear(cleared) }
    restored = control.disposal == .restorePrevious ? pixels : nil
    cleared = control.disposal == .clear ? control.rect : nil
    draw(&pixels)
    return pixels
  }
}

extension Pixmap {
  fileprivate mutating func clear(_ rect: PixelRect) {
    let visible = rect.intersection(size.bounds)
    let width = width
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
