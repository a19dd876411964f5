import Numerics
import Raster

// Unsafe memory: every pixel of every frame is converted, compared and hashed through pointers.

/// A frame as a GIF can show it: opaque colours and fully transparent pixels.
struct SourceFrame: Sendable {
  /// The value of a clear pixel.
  static let clear: UInt32 = 0xFF00_0000
  /// Marks the colour of a canvas' pixel that is known only as the colour that it should have.
  static let approximate: UInt32 = 0x0100_0000

  /// 0xRRGGBB or `clear` a pixel, rows top to bottom.
  let pixels: [UInt32]
  /// Whether any pixel is clear.
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

/// A frame with those before and after it, and what a viewer shows when it comes.
struct FrameContext {
  let source: SourceFrame
  /// The frame before; nil where the canvas is clear.
  let before: SourceFrame?
  /// The frame to come, where it is known.
  let after: SourceFrame?
  /// What a viewer shows: 0xRRGGBB, with `SourceFrame.approximate` or without, or `SourceFrame.clear`.
  let canvas: [UInt32]
  /// Rows down that scrolled content has moved since the frame before; nil where none has.
  let moved: Int?
  let width: Int

  /// Calls `body` with all pixels as plain memory.
  @inline(__always)
  func withPixels<Result>(_ body: (FramePixels) -> Result) -> Result {
    source.pixels.withUnsafeBufferPointer { source in
      (before?.pixels ?? []).withUnsafeBufferPointer { before in
        (after?.pixels ?? []).withUnsafeBufferPointer { after in
          canvas.withUnsafeBufferPointer { canvas in
            body(
              FramePixels(
                source: source, before: before, after: after, canvas: canvas,
                movedPixels: (moved ?? 0) * width, hasMoved: moved != nil && !before.isEmpty))
          }
        }
      }
    }
  }
}

/// The pixels of a `FrameContext`; of a frame that is not known there are none.
struct FramePixels {
  let source: UnsafeBufferPointer<UInt32>
  let before: UnsafeBufferPointer<UInt32>
  let after: UnsafeBufferPointer<UInt32>
  let canvas: UnsafeBufferPointer<UInt32>
  /// How far scrolled content has moved, in pixels row by row.
  let movedPixels: Int
  let hasMoved: Bool

  /// Whether `pixel` equals that of the frame before.
  @inline(__always)
  func isUnchanged(_ pixel: Int) -> Bool { !before.isEmpty && before[pixel] == source[pixel] }

  /// Whether `pixel` equals that of the frame to come.
  @inline(__always)
  func stays(_ pixel: Int) -> Bool { !after.isEmpty && after[pixel] == source[pixel] }

  /// The colour shown on the canvas for the pixel that has scrolled to `pixel`; nil where none has
  /// or where it is not known.
  @inline(__always)
  func motionCompensatedColor(at pixel: Int) -> UInt32? {
    guard hasMoved else { return nil }
    let origin = pixel - movedPixels
    guard origin >= 0, origin < canvas.count, before[origin] == source[pixel] else { return nil }
    return canvas[origin] < SourceFrame.approximate ? canvas[origin] : nil
  }
}

/// Detects by how many rows content has scrolled since the frame before.
struct ContentShift {
  /// Rows that must agree on a distance.
  private static let quorum = 8

  private var hashes: [UInt64] = []

  /// Rows up (negative) or down that most of the changed rows of the last frame, those of one colour
  /// apart, have moved since the one before it; nil where they do not agree. A pixel (x, y) came
  /// from (x, y - distance).
  private(set) var distance: Int?

  /// Takes the next frame.
  mutating func follow(_ frame: SourceFrame, width: Int) {
    let after = Self.hashes(frame, width: width)
    distance = Self.distance(from: hashes, to: after)
    hashes = after
  }

  private static func distance(from before: [UInt64], to after: [UInt64]) -> Int? {
    guard before.count == after.count else { return nil }
    // Where each row was before; -1 if twice.
    var places: [UInt64: Int] = [:]
    for (y, hash) in before.enumerated() where hash != 0 {
      places[hash] = places[hash] == nil ? y : -1
    }
    var votes: [Int: Int] = [:]
    for (y, hash) in after.enumerated() where hash != 0 && hash != before[y] {
      guard let place = places[hash], place >= 0 else { continue }
      votes[y - place, default: 0] += 1
    }
    let best = votes.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let best, best.value >= quorum else { return nil }
    return best.key
  }

  /// A hash of each row (FNV-1a over its colours), 0 for a row of one colour.
  private static func hashes(_ frame: SourceFrame, width: Int) -> [UInt64] {
    frame.pixels.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: width).map { start in
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var isEven = true
        for pixel in start..<start + width {
          hash = (hash ^ UInt64(pixels[pixel])) &* 0x100_0000_01B3
          if pixels[pixel] != pixels[start] { isEven = false }
        }
        return isEven ? 0 : hash | 1
      }
    }
  }
}
