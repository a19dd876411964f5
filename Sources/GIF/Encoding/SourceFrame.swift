import PortableMath
import Raster

// Unsafe memory: every pixel of every frame is converted and compared through pointers.

/// A frame as a GIF can show it: opaque colours and fully transparent pixels.
struct SourceFrame: Sendable {
  static let clear: UInt32 = 0xFF00_0000

  /// 0xRRGGBB or `clear` a pixel, rows top to bottom.
  let pixels: [UInt32]
  let hasClear: Bool

  /// Pixels of less than half opacity become clear, the others lose their premultiplication.
  init(_ frame: Pixmap) {
    var hasClear = false
    let count = frame.size.area
    pixels = [UInt32](unsafeUninitializedCapacity: count) { target, initialized in
      frame.bytes.withUnsafeBufferPointer { source in
        for index in 0..<count {
          let red = UInt32(source[index * 4])
          let green = UInt32(source[index * 4 + 1])
          let blue = UInt32(source[index * 4 + 2])
          let alpha = UInt32(source[index * 4 + 3])
          if alpha == 255 {
            target[index] = red << 16 | green << 8 | blue
          } else if alpha < 128 {
            target[index] = SourceFrame.clear
            hasClear = true
          } else {
            func straight(_ channel: UInt32) -> UInt32 {
              min(255, (channel * 510 + alpha) / (2 * alpha))
            }
            target[index] = straight(red) << 16 | straight(green) << 8 | straight(blue)
          }
        }
      }
      initialized = count
    }
    self.hasClear = hasClear
  }

  /// The smallest rectangle that holds every pixel that differs; empty when none does.
  func changedRect(since before: SourceFrame, size: PixelSize) -> PixelRect {
    let width = size.width
    return before.pixels.withUnsafeBufferPointer { before in
      pixels.withUnsafeBufferPointer { after in
        var top = size.height
        var bottom = -1
        var left = width
        var right = -1
        for y in 0..<size.height {
          let row = y * width
          var x = 0
          while x < width, before[row + x] == after[row + x] { x += 1 }
          guard x < width else { continue }
          if top > y { top = y }
          bottom = y
          if x < left { left = x }
          var last = width - 1
          while last > right, before[row + last] == after[row + last] { last -= 1 }
          if last > right { right = last }
        }
        guard bottom >= 0 else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
      }
    }
  }

  /// Whether a pixel that is opaque here is clear in `next`.
  func isUncovered(by next: SourceFrame) -> Bool {
    guard next.hasClear else { return false }
    return zip(pixels, next.pixels).contains { $0 != Self.clear && $1 == Self.clear }
  }
}

/// A frame that differs from its neighbours, and when it ends.
struct TimedFrame: Sendable {
  var source: SourceFrame
  /// Hundredths of a second from the start of the animation.
  var end: Int
}
