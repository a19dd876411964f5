package import Raster

/// The difference between a picture that was drawn by a browser and the expected one.
package struct PictureDifference {
  /// The mean difference over all channels in levels of 255.
  package let mean: Double
  /// The number of pixels that cannot be explained by shifting the other picture by up to half a
  /// pixel.
  package private(set) var edges = 0
  /// The position of the first of these pixels. Empty if there are none.
  package private(set) var position = ""

  /// The levels that resampling and 8-bit blending may add.
  private static let tolerance = 48

  /// Compares two pictures of the same size.
  package init(_ actual: Pixmap, _ expected: Pixmap) {
    var sum = 0
    let (width, height) = (expected.width, expected.height)
    let (a, b) = (actual.bytes, expected.bytes)
    for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) }
    mean = Double(sum) / Double(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = (y * width + x) * 4
        for channel in 0..<3 {
          let own = Int(b[pixel + channel])
          let found = Int(a[pixel + channel])
          guard abs(found - own) > Self.tolerance else { continue }
          // A shift by half a pixel mixes a pixel equally with its neighbor.
          var (low, high) = (own, own)
          for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
            let (nx, ny) = (max(0, min(width - 1, x + dx)), max(0, min(height - 1, y + dy)))
            let mixed = (own + Int(b[(ny * width + nx) * 4 + channel])) / 2
            (low, high) = (min(low, mixed), max(high, mixed))
          }
          if found < low - Self.tolerance || found > high + Self.tolerance {
            edges += 1
            if position.isEmpty { position = "(\(x), \(y))" }
          }
        }
      }
    }
  }
}
