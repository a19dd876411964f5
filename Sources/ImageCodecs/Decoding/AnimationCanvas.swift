import CodecInterface
package import Numerics
import Raster

/// What a viewer of an animated PNG or WebP sees: the canvas onto which each frame is laid.
struct AnimationCanvas {
  private var picture: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) {
    picture = Pixmap(size: size)
  }

  /// Lays a frame, which fits the placement's rectangle, on the canvas and returns what is seen then.
  mutating func show(_ frame: Pixmap, _ placement: FramePlacement, isFirst: Bool) -> Pixmap {
    if let restored { picture = restored }
    if let cleared { clear(cleared) }
    (restored, cleared) = (nil, nil)
    switch placement.disposal {
    case .keep: break
    case .clear: cleared = placement.rect
    case .restorePrevious where isFirst: cleared = placement.rect
    case .restorePrevious: restored = picture
    }
    lay(frame, placement)
    return picture
  }

  private mutating func lay(_ frame: Pixmap, _ placement: FramePlacement) {
    let width = picture.width
    let rect = placement.rect
    picture.bytes.withUnsafeMutableBufferPointer { target in
      frame.bytes.withUnsafeBufferPointer { source in
        for y in 0..<rect.height {
          var from = y * rect.width * 4
          var to = ((rect.y + y) * width + rect.x) * 4
          for _ in 0..<rect.width {
            let rest = placement.blend == .over ? 255 - UInt32(source[from + 3]) : 0
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

/// Where a frame lies on the canvas and what it does to it.
package struct FramePlacement: Hashable, Sendable {
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
  /// What becomes of the frame when its time is over.
  package let disposal: Disposal
  /// How the frame is laid on the canvas.
  package let blend: Blend
}

extension FramePlacement.Disposal {
  /// As the inspector shows it.
  var name: String {
    switch self {
    case .keep: "keep"
    case .clear: "clear"
    case .restorePrevious: "restore"
    }
  }
}
