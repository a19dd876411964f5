import Raster

/// Which part of a frame differs from the one before it.
enum FrameChange {
  /// The smallest rectangle that holds every pixel that differs; empty when none does.
  static func rect(from before: TruthFrame, to after: TruthFrame, size: PixelSize) -> PixelRect {
    let width = size.width
    return before.pixels.withUnsafeBufferPointer { before in
      after.pixels.withUnsafeBufferPointer { after in
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
}
