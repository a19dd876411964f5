package import PortableMath
import Raster

/// What a viewer of an animated PNG or WebP sees: the canvas onto which each frame is laid.
struct AnimationCanvas {
  private var pixels: CanvasPixels
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: CanvasPixels?
  private var cleared: PixelRect?

  init(size: PixelSize) { pixels = CanvasPixels(size: size) }

  /// Lays a frame, which fits the placement's rectangle, on the canvas and returns what is seen then.
  mutating func show(_ frame: Pixmap, _ placement: FramePlacement, isFirst: Bool) -> Pixmap {
    if let restored { pixels = restored }
    if let cleared { pixels.clear(cleared) }
    (restored, cleared) = (nil, nil)
    switch placement.disposal {
    case .keep: break
    case .clear: cleared = placement.rect
    case .restorePrevious where isFirst: cleared = placement.rect
    case .restorePrevious: restored = pixels
    }
    pixels.lay(frame, placement)
    return pixels.pixmap
  }
}

/// The canvas, and beside it the colours of its pixels as the frames' files have them.
private struct CanvasPixels {
  private let size: PixelSize
  private var premultiplied: [UInt8]
  /// Nil as long as no frame had other colours than dividing by alpha gives.
  private var straight: [UInt8]?

  init(size: PixelSize) {
    self.size = size
    premultiplied = [UInt8](repeating: 0, count: size.area * 4)
  }

  var pixmap: Pixmap {
    Pixmap(size: size, bytes: premultiplied, straight: straight) ?? Pixmap(size: size)
  }

  mutating func lay(_ frame: Pixmap, _ placement: FramePlacement) {
    guard straight != nil || frame.straightBytes != nil else {
      composite(frame, placement)
      return
    }
    let before = premultiplied
    composite(frame, placement)
    straight = colors(straight ?? before.dividedByAlpha, before, frame, placement)
  }

  /// The colours after `frame` was laid on `beneath`, whose premultiplied pixels are `before`: the
  /// frame's where they replace what lies there, a mixture where both are translucent.
  private func colors(
    _ beneath: [UInt8], _ before: [UInt8], _ frame: Pixmap, _ placement: FramePlacement
  ) -> [UInt8] {
    var colors = beneath
    let own = frame.straight
    let rect = placement.rect
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let from = (y * rect.width + x) * 4
        let to = ((rect.y + y) * size.width + rect.x + x) * 4
        let isOver = placement.blend == .over
        if isOver, own[from + 3] == 0 { continue }
        let replaces = !isOver || own[from + 3] == 255 || before[to + 3] == 0
        let alpha = premultiplied[to + 3]
        for channel in 0..<3 {
          colors[to + channel] =
            replaces
            ? own[from + channel]
            : StraightAlpha.quotient(premultiplied[to + channel], alpha: alpha)
        }
        colors[to + 3] = alpha
      }
    }
    return colors
  }

  private mutating func composite(_ frame: Pixmap, _ placement: FramePlacement) {
    let rect = placement.rect
    let width = size.width
    premultiplied.withUnsafeMutableBufferPointer { target in
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

  mutating func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.y + rect.height {
      let start = (y * size.width + rect.x) * 4
      for index in start..<start + rect.width * 4 {
        premultiplied[index] = 0
        straight?[index] = 0
      }
    }
  }
}

extension [UInt8] {
  fileprivate var dividedByAlpha: [UInt8] {
    var divided = self
    StraightAlpha.divide(&divided)
    return divided
  }
}

/// Where a frame lies on the canvas and what it does to it.
package struct FramePlacement: Hashable, Sendable {
  /// Disposal of the frame's rectangle when its time is over; numbered as in APNG.
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
  /// Disposal of the frame when its time is over.
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
