import Files
import Raster

/// How far one picture is from another of its size, as sums of squares. Both are seen over white.
struct PictureError {
  /// Squared differences of encoded red, green and blue, 0...255 each, summed.
  private(set) var squares = 0
  /// The same of each channel's mean over the 3 x 3 pixels around a pixel, in 1/81: what stays of
  /// an error when the eye has blurred dither.
  private(set) var blurredSquares = 0
  /// Samples of either sum.
  let samples: Int

  init(of shown: Pixmap, from truth: Pixmap) {
    samples = 3 * truth.width * truth.height
    for channel in 0..<3 { add(channel, shown, truth) }
  }

  /// Over white, where the canvas is clear.
  static func overWhite(_ bytes: UnsafeBufferPointer<UInt8>, _ pixel: Int, _ channel: Int) -> Int {
    Int(bytes[pixel * 4 + channel]) + 255 - Int(bytes[pixel * 4 + 3])
  }

  private mutating func add(_ channel: Int, _ shown: Pixmap, _ truth: Pixmap) {
    let (width, height) = (truth.width, truth.height)
    var differences = [Int](repeating: 0, count: width * height)
    shown.bytes.withUnsafeBufferPointer { shown in
      truth.bytes.withUnsafeBufferPointer { truth in
        for pixel in 0..<width * height {
          let difference =
            Self.overWhite(shown, pixel, channel) - Self.overWhite(truth, pixel, channel)
          differences[pixel] = difference
          squares += difference * difference
        }
      }
    }
    // Sums of three neighbours; the outermost pixel stands for those beyond the edge.
    var rows = differences
    for y in 0..<height {
      let start = y * width
      for x in 0..<width {
        rows[start + x] =
          differences[start + max(0, x - 1)] + differences[start + x]
          + differences[start + min(width - 1, x + 1)]
      }
    }
    for y in 0..<height {
      let above = max(0, y - 1) * width
      let below = min(height - 1, y + 1) * width
      for x in 0..<width {
        let sum = rows[above + x] + rows[y * width + x] + rows[below + x]
        blurredSquares += sum * sum
      }
    }
  }
}
