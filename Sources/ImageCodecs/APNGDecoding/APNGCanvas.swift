import Raster

/// What a viewer of an animated PNG sees: the canvas onto which each frame is laid.
struct APNGCanvas {
  private var picture: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) {
    picture = Pixmap(size: size)
  }

  /// Lays a frame, which fits the control's rectangle, on the canvas and returns what is seen then.
  mutating func show(_ frame: Pixmap, _ control: APNGFrameControl, isFirst: Bool) -> Pixmap {
    if let restored { picture = restored }
    if let cleared { clear(cleared) }
    (restored, cleared) = (nil, nil)
    switch control.disposal {
    case .keep: break
    case .clear: cleared = control.rect
    case .restorePrevious where isFirst: cleared = control.rect
    case .restorePrevious: restored = picture
    }
    lay(frame, control)
    return picture
  }

  private mutating func lay(_ frame: Pixmap, _ control: APNGFrameControl) {
    let width = picture.width
    let rect = control.rect
    picture.bytes.withUnsafeMutableBufferPointer { target in
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

  private mutating func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.y + rect.height {
      let start = (y * picture.width + rect.x) * 4
      for index in start..<start + rect.width * 4 { picture.bytes[index] = 0 }
    }
  }
}
