package import PortableMath
import Raster

/// What an animated PNG or WebP says of a frame besides its pixels.
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

  /// Within the canvas, never empty.
  package let rect: PixelRect
  package let disposal: Disposal
  package let blend: Blend
  /// How long the frame is shown; may be 0.
  package var duration = RationalTime.zero
  /// Bytes of the file that belong to the frame: its control and its pixel data.
  package var byteCount = 0
}

/// What a viewer of an animated PNG or WebP sees: the canvas onto which each frame is laid.
struct AnimationCanvas {
  private var pixels: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) { pixels = Pixmap(size: size) }

  /// Lays a frame, which fits its rectangle, on the canvas and returns what is seen then.
  mutating func show(_ frame: Pixmap, _ control: FrameControl, isFirst: Bool) -> Pixmap {
    if let restored { pixels = restored }
    if let cleared { pixels.clear(cleared) }
    (restored, cleared) = (nil, nil)
    switch control.disposal {
    case .keep: break
    case .restorePrevious where !isFirst: restored = pixels
    case .clear, .restorePrevious: cleared = control.rect
    }
    pixels.lay(frame, control)
    return pixels
  }
}

extension Pixmap {
  /// Lays a frame over the canvas; the colours that files had stay beside those that are multiplied.
  fileprivate mutating func lay(_ frame: Pixmap, _ control: FrameControl) {
    guard straightBytes != nil || frame.straightBytes != nil else {
      composite(frame, control)
      return
    }
    let beneath = self
    composite(frame, control)
    let colors = colors(of: frame, control, over: beneath)
    self = Pixmap(size: size, bytes: bytes, straight: colors) ?? self
  }

  /// The colours of this canvas, on which `frame` was laid over `beneath`: the frame's where they
  /// replace what lies there, a mixture where both are translucent.
  private func colors(
    of frame: Pixmap, _ control: FrameControl, over beneath: Pixmap
  ) -> [UInt8] {
    var colors = beneath.straight
    let own = frame.straight
    let rect = control.rect
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let from = (y * rect.width + x) * 4
        let to = ((rect.y + y) * width + rect.x + x) * 4
        let isOver = control.blend == .over
        if isOver, own[from + 3] == 0 { continue }
        let replaces = !isOver || own[from + 3] == 255 || beneath.bytes[to + 3] == 0
        let alpha = bytes[to + 3]
        for channel in 0..<3 {
          colors[to + channel] =
            replaces
            ? own[from + channel] : StraightAlpha.quotient(bytes[to + channel], alpha: alpha)
        }
        colors[to + 3] = alpha
      }
    }
    return colors
  }

  private mutating func composite(_ frame: Pixmap, _ control: FrameControl) {
    let (rect, width) = (control.rect, width)
    bytes.withUnsafeMutableBufferPointer { target in
      frame.bytes.withUnsafeBufferPointer { source in
        for y in 0..<rect.height {
          var from = y * rect.width * 4
          var to = ((rect.y + y) * width + rect.x) * 4
          for _ in 0..<rect.width {
            let rest = control.blend == .over ? 255 - UInt32(source[from + 3]) : 0
            for channel in 0..<4 {
              let under = Premultiplication.product(UInt32(target[to + channel]), rest)
              target[to + channel] = source[from + channel] &+ UInt8(truncatingIfNeeded: under)
            }
            from += 4
            to += 4
          }
        }
      }
    }
  }

  fileprivate mutating func clear(_ rect: PixelRect) {
    func cleared(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for y in rect.y..<rect.y + rect.height {
        let start = (y * width + rect.x) * 4
        for index in start..<start + rect.width * 4 { bytes[index] = 0 }
      }
      return bytes
    }
    self = Pixmap(size: size, bytes: cleared(bytes), straight: straightBytes.map(cleared)) ?? self
  }
}
