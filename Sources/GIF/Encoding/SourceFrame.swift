import CodecInterface
import PortableMath
import Raster

// Unsafe memory: all pixels of all frames are converted and compared through pointers.

/// A frame with only opaque and fully transparent pixels, as GIF requires.
struct SourceFrame: Sendable {
  static let clear: UInt32 = 0xFF00_0000

  /// The pixels, 0xRRGGBB or `clear`, in row-major order from the top.
  let pixels: [UInt32]
  let hasClear: Bool
  /// The end time in hundredths of a second from the start of the animation.
  var end: Int

  /// Converts a frame. Pixels with less than half opacity become clear, all others opaque without
  /// premultiplication.
  init(_ frame: Pixmap, end: Int = 0) {
    self.end = end
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

  /// Returns the bounding box of all pixels that differ, or `nil` if there are none.
  func changedRect(since before: SourceFrame, size: PixelSize) -> PixelRect? {
    before.pixels.withUnsafeBytes { before in
      pixels.withUnsafeBytes { size.changedRect(before, $0) }
    }
  }

  /// Returns true if an opaque pixel of this frame is clear in `next`.
  func isUncovered(by next: SourceFrame) -> Bool {
    guard next.hasClear else { return false }
    return zip(pixels, next.pixels).contains { $0 != Self.clear && $1 == Self.clear }
  }
}
