import CodecInterface
import PortableMath
import Raster

extension AnimationCanvas {
  /// Disposes of the previous frame, composites the next one and returns the resulting canvas. The
  /// frame must have the size of its rectangle.
  mutating func show(_ frame: Pixmap, _ control: FrameControl) -> Pixmap {
    show(control) { $0.compositeFrame(frame, control) }
  }
}

extension Pixmap {
  /// Composites a frame onto the canvas. Keeps the files' straight colors in addition to the
  /// premultiplied ones.
  fileprivate mutating func compositeFrame(_ frame: Pixmap, _ control: FrameControl) {
    guard straightBytes != nil || frame.straightBytes != nil else {
      return compositePremultiplied(frame, control)
    }
    let beneath = self
    compositePremultiplied(frame, control)
    let colors = colors(of: frame, control, over: beneath)
    self = Pixmap(size: size, bytes: bytes, straight: colors) ?? self
  }

  /// Returns the straight colors of this canvas after `frame` was composited over `beneath`: the
  /// frame's colors in pixels that it replaces, and a mixture if both are translucent.
  private func colors(of frame: Pixmap, _ control: FrameControl, over beneath: Pixmap) -> [UInt8] {
    var colors = beneath.straight
    let framePixels = frame.straight
    let rect = control.rect
    let isOver = control.blend == .over
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let from = (y * rect.width + x) * 4
        let to = ((rect.y + y) * width + rect.x + x) * 4
        if isOver, framePixels[from + 3] == 0 { continue }
        let replaces = !isOver || framePixels[from + 3] == 255 || beneath.bytes[to + 3] == 0
        let alpha = bytes[to + 3]
        for channel in 0..<3 {
          colors[to + channel] =
            replaces
            ? framePixels[from + channel]
            : StraightAlpha.quotient(bytes[to + channel], alpha: alpha)
        }
        colors[to + 3] = alpha
      }
    }
    return colors
  }

  private mutating func compositePremultiplied(_ frame: Pixmap, _ control: FrameControl) {
    let rect = control.rect
    let width = width
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
}
